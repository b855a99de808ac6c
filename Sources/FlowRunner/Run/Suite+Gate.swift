import FlowHarness
import Workloads

// What the gate looks at: few enough for every pull request.

extension Suite {
  /// Every design once, and the store of this package in all that it can do.
  @MainActor
  static func gate(_ catalogue: Catalogue) -> [Sweep] {
    // What keeps what happened calls the system for each action, whose counts are not this package's.
    let designs = catalogue.general
    let everything = catalogue.designs(asked: [.everything])
    let variants = catalogue.designs(asked: [.everything, .variants])
    let sweeps = [
      Sweep(designs: designs, workloads: ["counter"]),
      Sweep(designs: catalogue.designs(asked: [.loads]), workloads: ["primes", "shop", "search"]),
      Sweep(
        designs: everything, workloads: [WorkloadDescription.app.id],
        topologies: [.single, .perFeature, .scoped, .grouped],
        features: [10]),
      Sweep(designs: everything, workloads: ["favorites"], features: [1, 100]),
      Sweep(
        designs: variants, workloads: ["favorites"], features: [101],
        distributions: [.first], views: [.otherSlices]),
      Sweep(designs: variants + catalogue.narrow, workloads: ["counter"], views: [.ownSlice]),
      Sweep(designs: catalogue.narrow, workloads: ["counter"]),
      Sweep(designs: everything, workloads: ["shop"], features: [10], views: [.list, .derived]),
      Sweep(
        designs: everything + catalogue.narrow, workloads: ["counter"], topologies: [.scoped],
        depths: [1, 4]),
      Sweep(designs: variants, workloads: ["counter"], middlewares: [1, 4]),
      Sweep(
        designs: everything, workloads: ["echo"], completions: [.immediate, .suspending]),
    ]
    // On one core: free rows scatter, and a gate must not.
    return sweeps.map { sweep in
      var sweep = sweep
      if Affinity.isSupported { sweep.affinities = [.pinned] }
      return sweep
    }
  }
}
