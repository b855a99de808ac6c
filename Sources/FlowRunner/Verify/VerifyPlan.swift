import FlowHarness
import FlowResults
import Workloads

/// All cases of a verification, design by design: checked and unchangeable.
struct VerifyPlan: Sendable, Equatable {
  /// The cases of one design.
  struct Design: Sendable, Equatable {
    let id: String
    let keepsMainThread: Bool
    /// Its claims, with any workload.
    let claims: Set<VerifyClaim>
    let cases: [VerifyCase]
  }

  let designs: [Design]
  let settings: VerifySettings

  /// Checks a request against the catalogue and multiplies it out.
  ///
  /// - Throws: `PlanError`, naming the option, the rule and what was given.
  @MainActor
  init(_ options: VerifyOptions, catalogue: Catalogue) throws(PlanError) {
    var settings = VerifySettings()
    settings.limitSeconds = options.limit
    self.settings = settings
    let scenarios = try Scenarios(options.lists, catalogue)
    let seeds = 1...options.seeds
    let ids = options.design ?? catalogue.designs.map(\.id)
    designs = catalogue.designs.filter { ids.contains($0.id) }.compactMap { design in
      let cases = VerifyCase.Kind.allCases.flatMap { kind in
        scenarios.of(kind).filter { $0.design == design.id }.flatMap { scenario in
          seeds.map { VerifyCase(kind: kind, scenario: scenario, seed: $0) }
        }
      }
      guard !cases.isEmpty else { return nil }
      return Design(
        id: design.id, keepsMainThread: design.keepsMainThread,
        claims: Self.claims(
          of: design.id, isSelected: options.workload != nil, catalogue),
        cases: cases)
    }
  }

  /// Returns the claims of a design.
  ///
  /// - Parameter isSelected: A Boolean value that indicates whether workloads were selected.
  @MainActor
  private static func claims(
    of design: String, isSelected: Bool, _ catalogue: Catalogue
  ) -> Set<VerifyClaim> {
    // The cases show whether there are effects.
    var claims: Set<VerifyClaim> = [.state, .settled, .process]
    if isSelected { claims.insert(.effects) }
    let workloads = catalogue.workloads.map(\.id)
    let notifies = workloads.contains { workload in
      Topology.allCases.contains { topology in
        let style = catalogue.notification(
          workload: workload, design: design, topology: topology)
        return style.map { $0 != .none } ?? false
      }
    }
    if notifies { claims.insert(.notifications) }
    if catalogue.shared[design] != nil { claims.insert(.order) }
    let overlaps = workloads.contains {
      catalogue.effectAbilities(of: .plain(workload: $0, design: design)) != nil
    }
    if overlaps { claims.insert(.cancellation) }
    return claims
  }

  /// The number of cases.
  var caseCount: Int { designs.reduce(0) { $0 + $1.cases.count } }
}

extension VerifyPlan {
  /// The scenarios of each kind of case.
  @MainActor
  private struct Scenarios {
    private var scenarios: [VerifyCase.Kind: [Scenario]] = [:]

    /// One module alone, and several of it in every topology.
    private static let few = 1
    private static let several = 4

    init(_ lists: ScenarioLists, _ catalogue: Catalogue) throws(PlanError) {
      try lists.check(in: catalogue)
      let steps = Self.stepSweeps(catalogue).flatMap { Self.product($0, lists, catalogue) }
      scenarios[.steps] = steps.filter { catalogue.canRun($0) }
      guard scenarios[.steps]?.isEmpty == false else {
        throw EmptySelection(
          lists: lists, catalogue: catalogue,
          candidates: { lists in
            guard (try? lists.check(in: catalogue)) != nil else { return nil }
            return Self.stepSweeps(catalogue).flatMap { Self.product($0, lists, catalogue) }
          }, canRun: { catalogue.canRun($0) }
        ).error()
      }
      scenarios[.effects] = Self.stepSweeps(catalogue).prefix(2).flatMap { sweep in
        var sweep = sweep
        sweep.completions = [.service]
        // Actions that are drawn by their weights alone seldom cause effects.
        sweep.distributions.removeAll { $0 == .uniform }
        return Self.product(sweep, lists, catalogue)
      }.filter { catalogue.effectAbilities(of: $0) != nil }
      // Workers send a sequence of their own, whatever the workloads.
      var sequence = lists
      sequence.workloads = nil
      scenarios[.workers] = Self.stepSweeps(catalogue).prefix(2).flatMap { sweep in
        var sweep = sweep
        sweep.workloads = [WorkerSelection.workload.id]
        sweep.completions = [.immediate]
        sweep.distributions = [.uniform]
        return Self.product(sweep, sequence, catalogue)
      }.filter {
        catalogue.shared[$0.design] != nil
          && $0.topology.storeCount(StoreLayout($0), features: $0.features) != nil
      }
    }

    func of(_ kind: VerifyCase.Kind) -> [Scenario] { scenarios[kind] ?? [] }

    private static func stepSweeps(_ catalogue: Catalogue) -> [Sweep] {
      let base = Sweep(
        designs: catalogue.designs.map(\.id), workloads: catalogue.workloads.map(\.id),
        features: [few], distributions: [.uniform, .session(users: few)],
        completions: [.immediate, .suspending], affinities: [.free])
      var several = base
      several.topologies = Topology.allCases
      several.features = [Self.several]
      several.distributions = [.session(users: Self.several)]
      var middlewares = base
      middlewares.completions = [.immediate]
      middlewares.distributions = [.uniform]
      middlewares.middlewares = [1, 4]
      return [base, several, middlewares]
    }

    private static func product(
      _ sweep: Sweep, _ lists: ScenarioLists, _ catalogue: Catalogue
    ) -> [Scenario] {
      lists.replacing(sweep).product(in: catalogue).map { scenario in
        var scenario = scenario
        // Nothing is timed.
        scenario.affinity = nil
        return scenario
      }
    }
  }
}

/// The effort of a verification.
struct VerifySettings: Codable, Equatable, Sendable {
  /// The number of actions of each case.
  var actions = 150
  /// The number of actions between pauses, after which the state must be the same.
  var quietEvery = 25
  /// The length of a pause, in nanoseconds.
  var quietNs: UInt64 = 3_000_000
  /// The number of workers that send at the same time.
  var workers = 4
  /// The number of orders of simultaneous events, for stores in virtual time.
  var interleavings = 20
  /// The time after the last action within which effects must be answered, in nanoseconds.
  var drainNs: UInt64 = 20_000_000_000
  /// The number of seconds without a message after which a process is stopped.
  var limitSeconds = VerifyOptions.standardLimitSeconds
}

/// One scenario with one seed, verified in one way.
struct VerifyCase: Codable, Equatable, Sendable {
  enum Kind: String, Codable, CaseIterable, Sendable {
    /// One action at a time, each compared with the plain fold; then the same actions in batches.
    case steps
    /// Several workers at the same time.
    case workers
    /// Effects in flight, answered by a service.
    case effects
  }

  var kind: Kind
  var scenario: Scenario
  /// The number of the seed, from 1.
  var seed: Int

  /// The seed of all randomness: the same for every design and topology.
  var randomSeed: UInt64 {
    splitSeed(ProcessOptions.standardSeed, "\(scenario.stream)/verify:\(seed)")
  }
}
