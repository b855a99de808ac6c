import FlowHarness
import FlowResults
import Workloads

/// The lists of the options, checked against the catalogue; each replaces the same list of a suite's sweeps.
struct CheckedLists {
  private let options: OptionValues

  /// Checks the names and the combinations.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  @MainActor
  init(_ options: OptionValues, catalogue: Catalogue) throws(PlanError) {
    self.options = options
    try Self.check(
      options, DesignOptions.designs, "design", catalogue.designs.map(\.id))
    try Self.check(
      options, WorkloadOptions.workloads, "workload", catalogue.workloads.map(\.id))
    try checkOtherSlices()
  }

  /// Refuses lists without a slice that gets no action.
  private func checkOtherSlices() throws(PlanError) {
    guard let views = options[ShapeOptions.views], views.contains(.otherSlices) else { return }
    if let distributions = options[SizeOptions.distributions], !distributions.contains(.first) {
      throw .conflict(
        option: SizeOptions.distributions.option.name,
        rule: "must be first for views of other-slices",
        value: distributions.map(\.description).joined(separator: ","))
    }
    // The app has seven slots of each feature.
    guard let features = options[SizeOptions.features],
      options[WorkloadOptions.workloads]?.contains(WorkloadDescription.app.id) != true
    else { return }
    guard features.contains(where: { $0 > 1 }) else {
      throw .conflict(
        option: SizeOptions.features.option.name,
        rule: "must be 2 or more for views of other-slices", value: "1")
    }
  }

  /// Returns the sweep with the lists of the options.
  func replacing(_ sweep: Sweep) -> Sweep {
    var sweep = sweep
    func replace<Value>(_ key: OptionKey<Value>, _ path: WritableKeyPath<Sweep, Value>) {
      if let value = options[key] { sweep[keyPath: path] = value }
    }
    func replace<Value>(_ key: OptionKey<Value>, _ path: WritableKeyPath<Sweep, Value?>) {
      if let value = options[key] { sweep[keyPath: path] = value }
    }
    replace(DesignOptions.designs, \.designs)
    replace(WorkloadOptions.workloads, \.workloads)
    replace(DesignOptions.topologies, \.topologies)
    replace(SizeOptions.features, \.features)
    replace(DesignOptions.groups, \.groups)
    replace(ShapeOptions.depths, \.depths)
    replace(SizeOptions.distributions, \.distributions)
    replace(ShapeOptions.views, \.views)
    replace(ShapeOptions.storages, \.storages)
    replace(ShapeOptions.middlewares, \.middlewares)
    replace(ShapeOptions.completions, \.completions)
    replace(AffinityOptions.affinity, \.affinities)
    replace(ShapeOptions.observers, \.observers)
    // Other slices exist only where the first one gets all actions.
    if options[ShapeOptions.views] == [.otherSlices], options[SizeOptions.distributions] == nil {
      sweep.distributions = [.first]
    }
    // Observers without a shape of views: each observes its own slice.
    if options[ShapeOptions.observers] != nil, options[ShapeOptions.views] == nil,
      sweep.views == [.none]
    {
      sweep.views = [.ownSlice]
    }
    return sweep
  }

  /// Refuses options of topologies that no scenario has.
  func check(_ scenarios: [Scenario]) throws(PlanError) {
    let topologies = Set(scenarios.map(\.topology))
    for (option, topology) in OptionRule.ofTopologies where !topologies.contains(topology) {
      guard let text = options.text(option) else { continue }
      throw .conflict(
        option: option.name,
        rule:
          "must be given with topology \(topology.rawValue), and no scenario that is left has it; "
          + "give \(DesignOptions.topologies.option.name) \(topology.rawValue)", value: "'\(text)'")
    }
  }

  /// Returns the scenarios whose names match a regular expression.
  static func filtered(
    _ scenarios: [Scenario], by filter: String?
  ) throws(PlanError) -> [Scenario] {
    guard let filter else { return scenarios }
    guard let expression = try? Regex(filter) else {
      preconditionFailure("the table of options has read \(filter)")
    }
    let kept = scenarios.filter { $0.id.contains(expression) }
    guard !kept.isEmpty else {
      throw .empty(option: DesignOptions.filter.option.name, value: filter)
    }
    return kept
  }

  private static func check(
    _ options: OptionValues, _ key: OptionKey<[String]>, _ kind: String, _ known: [String]
  ) throws(PlanError) {
    for name in options[key] ?? [] where !known.contains(name) {
      throw .unknown(option: key.option.name, kind: kind, name: name, known: known)
    }
  }
}
