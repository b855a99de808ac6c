import FlowHarness
import FlowResults
import Workloads

// The scenarios of `flowbench claims` and of `flowbench check`.

extension Suite {
  /// The workloads whose middlewares compute, by ascending duration.
  static let computing = Workload<CrunchFeature>.sizes.map { Workload.crunch($0).description.id }

  /// The workloads that change one row of a list, by ascending size. A copy of the longest list takes
  /// milliseconds, with which the suite would take twice as long.
  static let largeStates = Workload<RowsFeature>.sizes.dropLast().map {
    Workload.rows(.update, $0).description.id
  }

  /// The scenarios that decide the claims.
  @MainActor
  static func claims(_ catalogue: Catalogue) -> [Sweep] {
    let designs = catalogue.broad
    let topologies: [Topology] = [.single, .perFeature]
    return [
      // 1: From how many features, observers and bytes of state on is one store slower?
      Sweep(
        designs: designs, workloads: [WorkloadDescription.app.id], topologies: topologies,
        features: [1, 10, 100]),
      Sweep(
        designs: catalogue.asked(.views), workloads: ["shop"], topologies: topologies,
        features: [100], views: [.ownSlice], observers: [1, 10, 100]),
      // 2: What is the cost of a module that consists of smaller ones, and of a scope?
      Sweep(designs: designs, workloads: ["primes"]),
      Sweep(
        designs: catalogue.asked(.scopes), workloads: ["counter"], topologies: [.scoped],
        depths: [1, 4, 10]),
      // 3, 4 and 5: What is the cost of a middleware, of an effect, and of one in flight?
      Sweep(designs: designs, workloads: ["counter", "echo", "linger"]),
      Sweep(designs: designs, workloads: ["counter"], middlewares: [4]),
      // 1 and 6: From how many bytes of state on is one store slower, and when is a state copied?
      Sweep(
        designs: catalogue.asked(.collections), workloads: ["favorites"], topologies: topologies,
        features: [1, 10, 100, 1_000]),
      Sweep(designs: designs, workloads: largeStates),
      // 7: What is the cost of recording actions, writing them, and going back?
      Sweep(designs: catalogue.asked(.history), workloads: ["counter", "shop"]),
      // 3: Do four middlewares that compute use two cores?
      Sweep(
        designs: designs, workloads: computing, middlewares: [4],
        affinities: Affinity.allSupported),
    ]
  }

  /// Every design once, and this package's store in all forms: few enough for every pull request.
  ///
  /// Designs that only record history are excluded, because they call the system for each action.
  @MainActor
  static func gate(_ catalogue: Catalogue) -> [Sweep] {
    let designs = catalogue.general
    let everything = catalogue.asked(.everything)
    let variants = catalogue.asked(.everything, .variants)
    return [
      Sweep(designs: designs, workloads: ["counter"]),
      Sweep(designs: catalogue.asked(.loads), workloads: ["primes", "shop", "search"]),
      Sweep(
        designs: everything, workloads: [WorkloadDescription.app.id],
        topologies: [.single, .perFeature, .scoped], features: [10]),
      Sweep(designs: everything, workloads: ["favorites"], features: [1, 100]),
      Sweep(
        designs: variants, workloads: ["favorites"], features: [101], distributions: [.first],
        views: [.otherSlices]),
      Sweep(designs: variants + catalogue.narrow, workloads: ["counter"], views: [.ownSlice]),
      Sweep(designs: catalogue.narrow, workloads: ["counter"]),
      Sweep(designs: everything, workloads: ["shop"], features: [10], views: [.list, .derived]),
      Sweep(
        designs: everything + catalogue.narrow, workloads: ["counter"], topologies: [.scoped],
        depths: [1, 4]),
      Sweep(designs: variants, workloads: ["counter"], middlewares: [1, 4]),
      Sweep(designs: everything, workloads: ["echo"], completions: [.immediate, .suspending]),
      Sweep(
        designs: designs,
        workloads: catalogue.measuredWorkloads,
        features: [1, 100]),
    ]
  }
}
