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
  init(
    _ options: OptionValues, _ traffic: LoadTraffic, _ service: ServiceLaw?,
    _ catalogue: Catalogue
  ) throws(PlanError) {
    if traffic.workers != nil {
      let selected = try WorkerSelection(options, topologies: [.single, .perFeature], catalogue)
      (scenarios, dropped, boundToMainActor) = (selected.scenarios, selected.dropped, [])
      return
    }
    let request = try CheckedLists(options, catalogue: catalogue)
    let sweep = request.replacing(Self.sweep(traffic, hasService: service != nil, catalogue))
    if case .users(let users) = traffic {
      try Self.checkSkew(sweep.distributions)
      guard users.places == .own || !sweep.topologies.contains(.perUser) else {
        throw .conflict(
          option: DesignOptions.topologies.option.name,
          rule: "must have no \(Topology.perUser.rawValue) unless each user has a copy: "
            + WorldOptions.own.option.name, value: "'\(Topology.perUser.rawValue)'")
      }
    }
    let made = sweep.scenarios(in: catalogue)
    guard !made.scenarios.isEmpty else {
      throw EmptySelection(
        options: options, catalogue: catalogue,
        candidates: { Self.candidates($0, traffic, catalogue) }, canRun: { catalogue.canRun($0) }
      ).error()
    }
    // Bound to the main actor, which time cannot be taken from.
    let fixed = made.scenarios.filter {
      options.value(TimeOptions.virtual) && service != nil
        && catalogue.effectAbilities(of: $0)?.supportsVirtualTime != true
    }
    let movable = made.scenarios.filter { !fixed.contains($0) }
    guard !movable.isEmpty else { throw Self.noVirtualTime(fixed, options) }
    scenarios = try CheckedLists.filtered(movable, by: options[DesignOptions.filter])
    try request.check(scenarios)
    boundToMainActor = fixed.map(\.id)
    dropped = made.dropped
  }

  /// All scenarios of a load, whether or not there is a design for them; `nil` when a list is wrong.
  @MainActor
  static func candidates(
    _ options: OptionValues, _ traffic: LoadTraffic, _ catalogue: Catalogue
  ) -> [Scenario]? {
    guard let lists = try? CheckedLists(options, catalogue: catalogue) else { return nil }
    return lists.replacing(
      sweep(traffic, hasService: options.has(ServiceOptions.latency.option), catalogue)
    )
    .product(in: catalogue)
  }

  /// What is driven when nobody says.
  @MainActor
  private static func sweep(
    _ traffic: LoadTraffic, hasService: Bool, _ catalogue: Catalogue
  ) -> Sweep {
    var sweep = Sweep(
      designs: catalogue.designs(asked: [.loads]), workloads: [WorkloadDescription.app.id],
      topologies: [.single, .perFeature], features: [10], affinities: affinities)
    // Users do not like all features alike.
    if case .users(let users) = traffic {
      sweep.distributions = [.zipf(exponent: 1)]
      if users.places == .own {
        sweep.features = [users.countOfWorld]
        sweep.topologies = [.single, .perUser]
      }
    }
    guard hasService else { return sweep }
    if case .open = traffic { sweep.distributions = [.session(users: 8)] }
    sweep.completions = [.service]
    sweep.workloads = ["search"]
    sweep.designs = catalogue.designsWithServices(workload: sweep.workloads[0])
    return sweep
  }

  private static let affinities: [Affinity]? = Affinity.isSupported ? [.pinned] : nil

  private static func checkSkew(_ distributions: [Distribution]) throws(PlanError) {
    for distribution in distributions {
      if case .zipf = distribution { continue }
      throw .conflict(
        option: SizeOptions.distributions.option.name,
        rule: "must be zipf[:EXPONENT] for users, who like some features more",
        value: "'\(distribution)'")
    }
  }

  private static func noVirtualTime(
    _ fixed: [Scenario], _ options: OptionValues
  ) -> PlanError {
    // An exploration is in virtual time whoever asks.
    let isAsked = options.isAsked(TimeOptions.virtual.option)
    return .conflict(
      option: (isAsked ? TimeOptions.virtual.option : DesignOptions.designs.option).name,
      rule: "must leave \(isAsked ? "a design" : "one") that supports virtual time: "
        + "published shapes are bound to the main actor, whose effects take real time",
      value: "'\(Set(fixed.map(\.design)).sorted().joined(separator: ","))'")
  }
}
