import FlowHarness
import FlowResults
import Workloads

/// The requested scenarios of a load that have a design.
struct ScenarioSelection {
  let scenarios: [Scenario]
  /// Omitted scenarios, whose stores are bound to the main actor and cannot use virtual time.
  let boundToMainActor: [String]
  /// The combinations that the catalogue does not have.
  let dropped: [Scenario]

  /// Checks a request against the catalogue.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and the value.
  @MainActor
  init(
    _ load: Load, _ given: ScenarioLists, _ catalogue: Catalogue
  ) throws(PlanError) {
    var lists = given
    lists.latency = load.service?.latency
    try lists.check(in: catalogue)
    let sweep = lists.replacing(Self.sweep(load, lists, catalogue))
    if case .users = load.traffic { try Self.checkSkew(sweep.distributions) }
    let made = sweep.scenarios(in: catalogue)
    guard !made.scenarios.isEmpty else { throw catalogue.nothingLeft(of: made.dropped) }
    // Virtual time needs an executor of its own, which the main actor cannot have.
    let fixed = made.scenarios.filter {
      load.isVirtual && load.service != nil
        && catalogue.effectLoad(of: $0)?.supportsVirtualTime != true
    }
    let movable = made.scenarios.filter { !fixed.contains($0) }
    guard !movable.isEmpty else { throw Self.noVirtualTime(fixed) }
    scenarios = try lists.filtered(movable)
    try lists.check(scenarios)
    boundToMainActor = fixed.map(\.id)
    dropped = made.dropped
  }

  /// Returns the scenarios of a load unless the user gives lists.
  @MainActor
  private static func sweep(
    _ load: Load, _ lists: ScenarioLists, _ catalogue: Catalogue
  ) -> Sweep {
    var sweep = Sweep(
      designs: catalogue.designs(asked: [.loads]), workloads: [WorkloadDescription.app.id],
      topologies: lists.namesDimension ? [.single] : [.single, .perFeature], features: [10])
    // Users prefer some features.
    if case .users = load.traffic { sweep.distributions = [.zipf(exponent: 1)] }
    if load.service == nil, let asked = lists.workloads,
      asked.allSatisfy(catalogue.measuredAlone.contains)
    {
      (sweep.topologies, sweep.features) = ([.single], [1])
    }
    if load.service != nil, lists.latency != nil {
      if case .open = load.traffic { sweep.distributions = [.session(users: 8)] }
      sweep.completions = [.service]
      sweep.workloads = ["search"]
      sweep.designs = catalogue.designsWithServices(workload: sweep.workloads[0])
    }
    return sweep
  }

  private static func checkSkew(_ distributions: [Distribution]) throws(PlanError) {
    for distribution in distributions {
      if case .zipf = distribution { continue }
      throw .invalid(
        option: "--distribution",
        rule: "must be zipf[:EXPONENT] for users, because users prefer some copies",
        value: "'\(distribution)'")
    }
  }

  private static func noVirtualTime(_ fixed: [Scenario]) -> PlanError {
    .invalid(
      option: "--virtual",
      rule: "must leave a design that supports virtual time: "
        + "published shapes are bound to the main actor, whose effects take real time",
      value: "'\(Set(fixed.map(\.design)).sorted().joined(separator: ","))'")
  }
}
