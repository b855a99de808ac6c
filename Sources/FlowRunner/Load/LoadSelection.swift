import FlowHarness
import FlowResults
import Workloads

/// The scenarios of a load: what was asked for, as far as there is a design for it.
struct LoadSelection {
  let scenarios: [Scenario]
  /// Those left out because their stores cannot be moved into virtual time.
  let boundToMainActor: [String]
  /// The combinations that the catalogue does not have.
  let dropped: [Scenario]

  /// Checks a request against the catalogue and multiplies it out.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  @MainActor
  init(_ load: LoadSpecification, _ catalogue: Catalogue) throws(PlanError) {
    let lists = load.lists
    if load.traffic.workers != nil {
      let selected = try WorkerSelection(lists, topologies: [.single, .perFeature], catalogue)
      (scenarios, dropped, boundToMainActor) = (selected.scenarios, selected.dropped, [])
      return
    }
    try lists.check(in: catalogue)
    let sweep = lists.replacing(Self.sweep(load, catalogue))
    if case .users(let users) = load.traffic {
      try Self.checkSkew(sweep.distributions)
      guard users.places == .own || !sweep.topologies.contains(.perUser) else {
        throw .conflict(
          option: "--topology",
          rule: "must have no \(Topology.perUser.rawValue) unless each user has a copy: --own",
          value: "'\(Topology.perUser.rawValue)'")
      }
    }
    let made = sweep.scenarios(in: catalogue)
    guard !made.scenarios.isEmpty else {
      throw EmptySelection(
        lists: lists, catalogue: catalogue,
        candidates: { lists in
          var load = load
          load.lists = lists
          return Self.candidates(load, catalogue)
        }, canRun: { catalogue.canRun($0) }
      ).error()
    }
    // Bound to the main actor, which time cannot be taken from.
    let fixed = made.scenarios.filter {
      load.isVirtual && load.service != nil
        && catalogue.effectLoad(of: $0)?.supportsVirtualTime != true
    }
    let movable = made.scenarios.filter { !fixed.contains($0) }
    guard !movable.isEmpty else { throw Self.noVirtualTime(fixed, isAsked: load.isVirtualGiven) }
    scenarios = try lists.filtered(movable)
    try lists.check(scenarios)
    boundToMainActor = fixed.map(\.id)
    dropped = made.dropped
  }

  /// All scenarios of a load, whether or not designs can run them; `nil` if a list is wrong.
  @MainActor
  static func candidates(_ load: LoadSpecification, _ catalogue: Catalogue) -> [Scenario]? {
    guard (try? load.lists.check(in: catalogue)) != nil else { return nil }
    return load.lists.replacing(sweep(load, catalogue)).product(in: catalogue)
  }

  /// The scenarios of a load unless the user gives lists.
  @MainActor
  private static func sweep(_ load: LoadSpecification, _ catalogue: Catalogue) -> Sweep {
    var sweep = Sweep(
      designs: catalogue.designs(asked: [.loads]), workloads: [WorkloadDescription.app.id],
      topologies: [.single, .perFeature], features: [10], affinities: affinities)
    // Users do not like all features alike.
    if case .users(let users) = load.traffic {
      sweep.distributions = [.zipf(exponent: 1)]
      if users.places == .own {
        sweep.features = [users.countOfWorld]
        sweep.topologies = [.single, .perUser]
      }
    }
    if load.service != nil, load.lists.latency != nil || !load.isLatencyGiven {
      if case .open = load.traffic { sweep.distributions = [.session(users: 8)] }
      sweep.completions = [.service]
      sweep.workloads = ["search"]
      sweep.designs = catalogue.designsWithServices(workload: sweep.workloads[0])
    }
    return load.standard.replacing(sweep)
  }

  private static let affinities: [Affinity]? = Affinity.isSupported ? [.pinned] : nil

  private static func checkSkew(_ distributions: [Distribution]) throws(PlanError) {
    for distribution in distributions {
      if case .zipf = distribution { continue }
      throw .conflict(
        option: "--distribution",
        rule: "must be zipf[:EXPONENT] for users, who like some features more",
        value: "'\(distribution)'")
    }
  }

  private static func noVirtualTime(
    _ fixed: [Scenario], isAsked: Bool
  ) -> PlanError {
    .conflict(
      option: isAsked ? "--virtual" : "--design",
      rule: "must leave \(isAsked ? "a design" : "one") that supports virtual time: "
        + "published shapes are bound to the main actor, whose effects take real time",
      value: "'\(Set(fixed.map(\.design)).sorted().joined(separator: ","))'")
  }
}
