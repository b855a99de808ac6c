import FlowHarness
import FlowResults
import Workloads

/// The scenarios that several workers can send to: what was asked for, as far as designs can do that.
@MainActor
struct WorkerSelection {
  let scenarios: [Scenario]
  /// The combinations that no design has.
  let dropped: [Scenario]

  /// What the stores hold: it has nothing to do with any app.
  nonisolated static let workload = WorkloadDescription(
    id: "sequence", summary: "counts what each worker has sent, and looks at the order")

  /// Checks a request against the catalogue and multiplies it out.
  ///
  /// - Parameter standard: The topologies that are driven when nobody says.
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  init(
    _ options: OptionValues, topologies standard: [Topology], _ catalogue: Catalogue
  ) throws(PlanError) {
    try Self.check(options, catalogue)
    let request = try CheckedLists(options, catalogue: catalogue)
    let sweep = Self.sweep(standard, catalogue)
    let all = request.replacing(sweep).product(in: catalogue)
    let known = all.filter { catalogue.shared[$0.design] != nil }
    guard !known.isEmpty else {
      throw EmptySelection(
        options: options, catalogue: catalogue,
        candidates: { options in
          let lists = try? CheckedLists(options, catalogue: catalogue)
          return lists?.replacing(sweep).product(in: catalogue)
        }, canRun: { catalogue.shared[$0.design] != nil }
      ).error()
    }
    scenarios = try Plan.filtered(known, by: options[DesignOptions.filter])
    try request.check(scenarios)
    dropped = all.filter { catalogue.shared[$0.design] == nil }
  }

  private static func sweep(_ topologies: [Topology], _ catalogue: Catalogue) -> Sweep {
    Sweep(
      designs: catalogue.designs(asked: [.workers]), workloads: [workload.id],
      topologies: topologies, features: [10],
      affinities: Affinity.isSupported ? [.free] : nil)
  }

  private static func check(
    _ options: OptionValues, _ catalogue: Catalogue
  ) throws(PlanError) {
    let designs = catalogue.designs.map(\.id).filter { catalogue.shared[$0] != nil }
    for name in options[DesignOptions.designs] ?? [] where !designs.contains(name) {
      throw .unknown(
        option: DesignOptions.designs.option.name, kind: "design for several workers", name: name,
        known: designs)
    }
    // Workers send to stores, not to children of one.
    let topologies = Topology.allCases
      .filter { $0.storeCount(StoreLayout(), features: 1) != nil }.map(\.rawValue)
    for topology in options[DesignOptions.topologies] ?? []
    where !topologies.contains(topology.rawValue) {
      throw .unknown(
        option: DesignOptions.topologies.option.name, kind: "topology for several workers",
        name: topology.rawValue, known: topologies)
    }
  }
}
