import FlowHarness
import FlowResults
import Workloads

extension ScenarioLists {
  /// Refuses names that the catalogue does not have, and lists that do not go together.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  @MainActor
  func check(in catalogue: Catalogue) throws(PlanError) {
    try Self.check(designs, "--design", "design", catalogue.designs.map(\.id))
    try Self.check(workloads, "--workload", "workload", catalogue.workloads.map(\.id))
    try checkOtherSlices()
  }

  private static func check(
    _ names: [String]?, _ option: String, _ kind: String, _ known: [String]
  ) throws(PlanError) {
    for name in names ?? [] where !known.contains(name) {
      throw .unknown(option: option, kind: kind, name: name, known: known)
    }
  }

  /// Refuses lists that would leave no slice without actions.
  private func checkOtherSlices() throws(PlanError) {
    guard let views, views.contains(.otherSlices) else { return }
    if let distributions, !distributions.contains(.first) {
      throw .conflict(
        option: "--distribution", rule: "must be first for views of other-slices",
        value: distributions.map(\.description).joined(separator: ","))
    }
    // The app has seven slots of each feature.
    guard let features, workloads?.contains(WorkloadDescription.app.id) != true else { return }
    guard features.contains(where: { $0 > 1 }) else {
      throw .conflict(
        option: "--features", rule: "must be 2 or more for views of other-slices", value: "1")
    }
  }

  /// Returns the sweep with these lists in place of its own.
  func replacing(_ sweep: Sweep) -> Sweep {
    var sweep = sweep
    sweep.designs = designs ?? sweep.designs
    sweep.workloads = workloads ?? sweep.workloads
    sweep.topologies = topologies ?? sweep.topologies
    sweep.features = features ?? sweep.features
    sweep.groups = groups ?? sweep.groups
    sweep.depths = depths ?? sweep.depths
    sweep.distributions = distributions ?? sweep.distributions
    sweep.views = views ?? sweep.views
    sweep.observers = observers ?? sweep.observers
    sweep.storages = storages ?? sweep.storages
    sweep.middlewares = middlewares ?? sweep.middlewares
    sweep.completions = completions ?? sweep.completions
    sweep.affinities = affinities ?? sweep.affinities
    // Other slices exist only where the first one gets all actions.
    if views == [.otherSlices], distributions == nil { sweep.distributions = [.first] }
    // Observers without a shape of views: each observes its own slice.
    if observers != nil, views == nil, sweep.views == [.none] { sweep.views = [.ownSlice] }
    return sweep
  }

  /// Returns the scenarios whose names match the filter.
  ///
  /// - Throws: `PlanError` if there are none.
  func filtered(_ scenarios: [Scenario]) throws(PlanError) -> [Scenario] {
    guard let filter else { return scenarios }
    guard let expression = try? Regex(filter) else {
      preconditionFailure("the option refuses \(filter)")
    }
    let kept = scenarios.filter { $0.id.contains(expression) }
    guard !kept.isEmpty else { throw .empty(option: "--filter", value: filter) }
    return kept
  }

  /// Refuses lists that only one topology has, unless a scenario that is left has it.
  func check(_ scenarios: [Scenario]) throws(PlanError) {
    let rules: [(option: String, values: [Int]?, topology: Topology)] = [
      ("--groups", groups, .grouped), ("--depth", depths, .scoped),
    ]
    let topologies = Set(scenarios.map(\.topology))
    for (option, values, topology) in rules where !topologies.contains(topology) {
      guard let values else { continue }
      throw .conflict(
        option: option,
        rule:
          "must be given with topology \(topology.rawValue), and no scenario that is left has it; "
          + "give --topology \(topology.rawValue)",
        value: "'\(values.map { "\($0)" }.joined(separator: ","))'")
    }
  }
}
