import FlowHarness
import FlowResults
import Workloads

/// The requested scenarios whose stores accept several workers.
@MainActor
struct WorkerSelection {
  let scenarios: [Scenario]
  /// The combinations without a design.
  let dropped: [Scenario]

  /// The workload of all such stores, which records the order of actions.
  nonisolated static let workload = WorkloadDescription(
    id: "sequence", summary: "counts the actions of each worker, and checks their order")

  /// Checks a request.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  init(
    _ lists: ScenarioLists, _ catalogue: Catalogue
  ) throws(PlanError) {
    try Self.check(lists, catalogue)
    try lists.check(in: catalogue)
    let sweep = Self.sweep(lists, catalogue)
    let all = lists.replacing(sweep).product(in: catalogue)
    let known = all.filter { catalogue.shared[$0.design] != nil }
    guard !known.isEmpty else { throw catalogue.nothingLeft(of: all) }
    scenarios = try lists.filtered(known)
    try lists.check(scenarios)
    dropped = all.filter { catalogue.shared[$0.design] == nil }
  }

  private static func sweep(_ lists: ScenarioLists, _ catalogue: Catalogue) -> Sweep {
    Sweep(
      designs: catalogue.designs(asked: [.workers]), workloads: [workload.id],
      topologies: lists.namesDimension ? [.single] : [.single, .perFeature], features: [10],
      affinities: [Affinity.isSupported ? .free : nil])
  }

  private static func check(
    _ lists: ScenarioLists, _ catalogue: Catalogue
  ) throws(PlanError) {
    let designs = catalogue.designs.map(\.id).filter { catalogue.shared[$0] != nil }
    for name in lists.designs ?? [] where !designs.contains(name) {
      throw .unknown(
        option: "--design", kind: "design for several workers", name: name,
        known: designs)
    }
    // Workers send to stores, not to children of a store.
    let topologies = Topology.allCases
      .filter { $0.storeCount(features: 1) != nil }.map(\.rawValue)
    for topology in lists.topologies ?? []
    where !topologies.contains(topology.rawValue) {
      throw .unknown(
        option: "--topology", kind: "topology for several workers",
        name: topology.rawValue, known: topologies)
    }
  }
}
