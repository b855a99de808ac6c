import FlowHarness
import FlowResults
import Workloads

// What the cards of `flowbench claims` need, and nothing else: one list of sweeps for each claim.

extension Suite {
  /// Everything that the claims are decided by, on one core but where several are the question.
  @MainActor
  static func claims(_ catalogue: Catalogue) -> [Sweep] {
    let sweeps =
      oneStore(catalogue) + composition(catalogue) + effects(catalogue) + copies(catalogue)
      + history(catalogue)
    return sweeps.map { onOneCore($0) } + parallelEffects(catalogue)
  }

  private static func onOneCore(_ sweep: Sweep) -> Sweep {
    var sweep = sweep
    if Affinity.isSupported { sweep.affinities = [.pinned] }
    return sweep
  }

  /// Claim 1: from how many features, observers and bytes of state on is one store slower?
  @MainActor
  private static func oneStore(_ catalogue: Catalogue) -> [Sweep] {
    let topologies: [Topology] = [.single, .perFeature]
    return [
      Sweep(
        designs: catalogue.broad, workloads: [WorkloadDescription.app.id],
        topologies: topologies, features: [1, 10, 100]),
      Sweep(
        designs: catalogue.designs(asked: [.views]), workloads: ["shop"], topologies: topologies,
        features: [100], views: [.ownSlice], observers: [1, 10, 100]),
    ]
  }

  /// Claim 2: what does a module cost that is made of smaller ones, and a level of scope?
  @MainActor
  private static func composition(_ catalogue: Catalogue) -> [Sweep] {
    [
      Sweep(designs: catalogue.broad, workloads: ["primes"]),
      Sweep(
        designs: catalogue.designs(asked: [.scopes]), workloads: ["counter"], topologies: [.scoped],
        depths: [1, 4, 10]),
    ]
  }

  /// Claims 3, 4 and 5: what does a middleware cost, an effect, and one in flight?
  @MainActor
  private static func effects(_ catalogue: Catalogue) -> [Sweep] {
    let designs = catalogue.broad
    return [
      Sweep(designs: designs, workloads: ["counter", "echo", "linger"]),
      Sweep(designs: designs, workloads: ["counter"], middlewares: [4]),
    ]
  }

  /// The workloads whose middlewares compute, by how long.
  static let computing = Workload<CrunchFeature>.sizes.map { Workload.crunch($0).description.id }

  /// Claim 3: do four middlewares that compute use two cores?
  @MainActor
  private static func parallelEffects(_ catalogue: Catalogue) -> [Sweep] {
    [
      Sweep(
        designs: catalogue.broad, workloads: computing, middlewares: [4],
        affinities: Affinity.isSupported ? [.pinned, .free] : nil)
    ]
  }

  /// Claims 1 and 6: from how many bytes of state on is one store slower, and when is one copied?
  @MainActor
  private static func copies(_ catalogue: Catalogue) -> [Sweep] {
    let designs = catalogue.designs(asked: [.collections])
    return [
      Sweep(
        designs: designs, workloads: ["favorites"], topologies: [.single, .perFeature],
        features: [1, 10, 100, 1_000]),
      Sweep(designs: catalogue.broad, workloads: largeStates),
    ]
  }

  /// The workloads whose states are one array, by ascending size.
  static let largeStates = Workload<NumbersFeature>.sizes.map {
    Workload.numbers($0).description.id
  }

  /// Claim 7: what does it cost to keep what happened, to write it, and to go back?
  @MainActor
  private static func history(_ catalogue: Catalogue) -> [Sweep] {
    [Sweep(designs: catalogue.designs(asked: [.history]), workloads: ["counter", "shop"])]
  }
}
