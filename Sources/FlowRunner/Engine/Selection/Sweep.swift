package import FlowHarness
import FlowResults
package import Workloads

/// Lists whose product is scenarios; a suite has several sweeps.
struct Sweep {
  var designs: [String]
  var workloads: [String]
  var topologies: [Topology] = [.single]
  var features: [Int] = [1]
  /// For `scoped`, unless the views are a tree, which has its own depth.
  var depths: [Int] = [1]
  var distributions: [Distribution] = [.uniform]
  var views: [ViewShape] = [.none]
  /// `nil`: the default of the shape of views.
  var observers: [Int]?
  var storages: [Storage] = [.memory]
  var middlewares: [Int] = [0]
  var completions: [Completion] = [.immediate]
  /// Pinned, if the system can pin.
  var affinities: [Affinity?] = Affinity.standard

  /// Returns the scenarios that the catalogue can run, and those that it cannot.
  @MainActor
  func scenarios(in catalogue: Catalogue) -> (scenarios: [Scenario], dropped: [Scenario]) {
    var (scenarios, dropped): ([Scenario], [Scenario]) = ([], [])
    for scenario in product(in: catalogue) {
      if catalogue.canRun(scenario) { scenarios.append(scenario) } else { dropped.append(scenario) }
    }
    return (scenarios, dropped)
  }

  /// Returns all scenarios, whether or not the catalogue can run them.
  @MainActor
  func product(in catalogue: Catalogue) -> [Scenario] {
    var all: [Scenario] = []
    for workload in workloads {
      for topology in topologies {
        for features in features {
          let base = Scenario(
            workload: workload, topology: topology, features: features,
            distribution: .uniform, views: .none, observers: 0, storage: .memory, design: "")
          for observed in observed(base, in: catalogue) { all += stored(observed).flatMap(placed) }
        }
      }
    }
    return all
  }

  /// Returns a scenario with each distribution, shape of views, number of observers and depth.
  @MainActor
  private func observed(_ base: Scenario, in catalogue: Catalogue) -> [Scenario] {
    let slots = catalogue.slots(workload: base.workload, features: base.features)
    return distributions.flatMap { distribution in
      views.flatMap { views in
        let counts = observers ?? [views.defaultObservers(slots: slots)]
        return (views == .none ? [0] : counts).flatMap { count -> [Scenario] in
          let views = count == 0 && observers != nil ? .none : views
          let isDeep = base.topology == .scoped && views != .tree
          return (isDeep ? depths : [1]).map { depth in
            var scenario = base
            scenario.distribution = distribution
            (scenario.views, scenario.observers, scenario.depth) = (views, count, depth)
            return scenario
          }
        }
      }
    }
  }

  /// Returns a scenario with each storage, number of middlewares and completion.
  private func stored(_ base: Scenario) -> [Scenario] {
    storages.flatMap { storage in
      middlewares.flatMap { middlewares in
        completions.map { completion in
          var scenario = base
          (scenario.storage, scenario.middlewares) = (storage, middlewares)
          scenario.completion = completion
          return scenario
        }
      }
    }
  }

  /// Returns a scenario in every design with each of its affinities.
  private func placed(_ base: Scenario) -> [Scenario] {
    designs.flatMap { design in
      affinities.map { affinity in
        var scenario = base
        (scenario.design, scenario.affinity) = (design, affinity)
        return scenario
      }
    }
  }
}

/// The lists that a request gives in place of those of a sweep; `nil` for those that it does not
/// give.
package struct ScenarioLists: Sendable {
  /// A regular expression for the ids to keep.
  package var filter: String?
  package var designs: [String]?
  package var workloads: [String]?
  package var topologies: [Topology]?
  package var affinities: [Affinity]?
  package var features: [Int]?
  package var distributions: [Distribution]?
  package var depths: [Int]?
  package var views: [ViewShape]?
  package var observers: [Int]?
  package var storages: [Storage]?
  package var middlewares: [Int]?
  package var completions: [Completion]?
  /// The latency of a service, which determines how effects complete.
  package var latency: Delay?

  package init() {}
}

extension ScenarioLists {
  /// A Boolean value that indicates whether a list of a dimension is given.
  ///
  /// Cores and the filter are no dimensions: they select from whatever is planned.
  var namesDimension: Bool {
    designs != nil || workloads != nil || topologies != nil || features != nil
      || distributions != nil || depths != nil || views != nil || observers != nil
      || storages != nil || middlewares != nil || completions != nil
  }

  /// Refuses names that the catalogue does not have, and lists that do not go together.
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
      throw .invalid(
        option: "--distribution", rule: "must be first for views of other-slices",
        value: distributions.map(\.description).joined(separator: ","))
    }
    // The app has seven slots of each feature.
    guard let features, workloads?.contains(WorkloadDescription.app.id) != true else { return }
    guard features.contains(where: { $0 > 1 }) else {
      throw .invalid(
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
    sweep.depths = depths ?? sweep.depths
    sweep.distributions = distributions ?? sweep.distributions
    sweep.views = views ?? sweep.views
    sweep.observers = observers ?? sweep.observers
    sweep.storages = storages ?? sweep.storages
    sweep.middlewares = middlewares ?? sweep.middlewares
    sweep.completions = completions ?? sweep.completions
    if let affinities { sweep.affinities = affinities }
    // Other slices exist only if the first one gets all actions.
    if views == [.otherSlices], distributions == nil { sweep.distributions = [.first] }
    // By default each observer observes its own slice.
    if observers != nil, views == nil, sweep.views == [.none] { sweep.views = [.ownSlice] }
    return sweep
  }

  /// Returns the scenarios whose names match the filter.
  func filtered(_ scenarios: [Scenario]) throws(PlanError) -> [Scenario] {
    guard let filter else { return scenarios }
    let kept = try NameFilter(filter).matching(scenarios) { [$0.id] }
    guard !kept.isEmpty else { throw .empty(option: "--filter", value: filter) }
    return kept
  }

  /// Refuses numbers of views without views, and numbers of scopes if no scenario is scoped.
  func check(_ scenarios: [Scenario]) throws(PlanError) {
    if let observers, !observers.contains(0), scenarios.allSatisfy({ $0.views == .none }) {
      throw .invalid(
        option: "--observers", rule: "must be given with views, such as --views own-slice",
        value: "'\(observers.map { "\($0)" }.joined(separator: ","))' alone")
    }
    let topology = Topology.scoped
    guard let depths, !scenarios.contains(where: { $0.topology == topology }) else { return }
    throw .invalid(
      option: "--depth",
      rule:
        "must be given with topology \(topology.rawValue), and no scenario that is left has it; "
        + "give --topology \(topology.rawValue)",
      value: "'\(depths.map { "\($0)" }.joined(separator: ","))'")
  }
}

extension Dimensions {
  /// Creates the columns that describe a scenario in every row.
  package init(_ scenario: Scenario) {
    self.init()
    self.scenario = scenario.id
    workload = scenario.workload
    design = scenario.design
    topology = scenario.topology.rawValue
    features = scenario.features
    distribution = scenario.distribution.description
    views = scenario.views.rawValue
    observers = scenario.observers
    senders = 1
    storage = scenario.storage.rawValue
    affinity = scenario.affinity?.rawValue ?? ""
    depth = scenario.scopeDepth
    middlewares = scenario.middlewares
    completion = scenario.completion.rawValue
  }
}
