import Workloads

// What the gate looks at: few enough for every pull request.

extension Suite {
  /// Every design once, and the store of this package in all that it can do.
  @MainActor
  static func gate(_ catalogue: Catalogue) -> [Sweep] {
    let designs = catalogue.designs.map(\.id)
    let flow = ["floor", "flow"]
    let sweeps = [
      Sweep(designs: designs, workloads: ["counter"]),
      Sweep(designs: ["floor", "inout", "flow"], workloads: ["primes", "shop", "search"]),
      Sweep(
        designs: flow, workloads: [WorkloadDescription.app.id], topologies: Topology.allCases,
        features: [10]),
      Sweep(designs: flow, workloads: ["favorites"], features: [1, 100]),
      Sweep(
        designs: ["flow", "flow-tracked"], workloads: ["favorites"], features: [101],
        distributions: [.first], views: [.otherSlices]),
      Sweep(designs: ["flow", "flow-tracked"], workloads: ["counter"], views: [.ownSlice]),
      Sweep(designs: ["flow"], workloads: ["shop"], features: [10], views: [.list, .derived]),
      Sweep(
        designs: ["flow"], workloads: ["counter"], topologies: [.scoped], depths: [1, 4]),
      Sweep(designs: ["flow", "flow-async"], workloads: ["counter"], middlewares: [1, 4]),
      Sweep(
        designs: ["flow"], workloads: ["echo"], answers: [.atOnce, .suspending]),
    ]
    // On one core: free rows scatter, and a gate must not.
    return sweeps.map { sweep in
      var sweep = sweep
      if Affinity.isSupported { sweep.affinities = [.pinned] }
      return sweep
    }
  }
}
