import FlowHarness
import FlowResults
import Workloads

/// All cases of a verification, design by design: checked and unchangeable.
struct VerifyPlan: Sendable, Equatable {
  struct Design: Sendable, Equatable {
    let id: String
    let keepsMainThread: Bool
    let claims: Set<VerifyClaim>
    let cases: [VerifyCase]
  }

  let designs: [Design]
  var settings = VerifySettings()

  /// Checks a request against the catalogue and multiplies it out.
  @MainActor
  init(_ options: VerifyOptions, catalogue: Catalogue) throws(PlanError) {
    settings.limitSeconds = options.limit
    settings.actions = options.actions
    let scenarios = try Self.scenarios(options.lists, catalogue)
    let ids = options.design ?? catalogue.designs.map(\.id)
    designs = catalogue.designs.filter { ids.contains($0.id) }.compactMap { design in
      let cases = VerifyCase.Kind.allCases.flatMap { kind in
        (scenarios[kind] ?? []).filter { $0.design == design.id }.flatMap { scenario in
          (1...options.seeds).map { VerifyCase(kind: kind, scenario: scenario, seed: $0) }
        }
      }
      guard !cases.isEmpty else { return nil }
      return Design(
        id: design.id, keepsMainThread: design.keepsMainThread,
        claims: cases.allSatisfy { catalogue.isUnchecked($0.scenario) }
          ? [.process]
          : Self.claims(of: design.id, isSelected: options.workload != nil, catalogue),
        cases: cases)
    }
  }

  /// Returns the claims of a design.
  @MainActor
  private static func claims(
    of design: String, isSelected: Bool, _ catalogue: Catalogue
  ) -> Set<VerifyClaim> {
    // Unless workloads are selected, the cases show whether there are effects.
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
      catalogue.effectLoad(of: .plain(workload: $0, design: design)) != nil
    }
    if overlaps { claims.insert(.cancellation) }
    return claims
  }
}

extension VerifyPlan {
  /// The number of copies in a topology of several features.
  private static let copies = 4

  /// Returns the scenarios of each kind of case.
  @MainActor
  private static func scenarios(
    _ lists: ScenarioLists, _ catalogue: Catalogue
  ) throws(PlanError) -> [VerifyCase.Kind: [Scenario]] {
    try lists.check(in: catalogue)
    let sweeps = stepSweeps(catalogue)
    let all = sweeps.flatMap { product($0, lists, catalogue) }
    let steps = all.filter { catalogue.canRun($0) }
    guard !steps.isEmpty else { throw catalogue.nothingLeft(of: all) }
    let effects = sweeps.prefix(2).flatMap { sweep in
      var sweep = sweep
      sweep.completions = [.service]
      // Actions that are drawn by their weights alone seldom cause effects.
      sweep.distributions.removeAll { $0 == .uniform }
      return product(sweep, lists, catalogue)
    }
    // Workers send a sequence of their own, whatever the workloads.
    var sequence = lists
    sequence.workloads = nil
    let workers = sweeps.prefix(2).flatMap { sweep in
      var sweep = sweep
      sweep.workloads = [WorkerSelection.workload.id]
      sweep.completions = [.immediate]
      sweep.distributions = [.uniform]
      return product(sweep, sequence, catalogue)
    }
    return [
      .steps: steps, .effects: effects.filter { catalogue.effectLoad(of: $0) != nil },
      .workers: workers.filter {
        catalogue.shared[$0.design] != nil
          && $0.topology.storeCount(features: $0.features) != nil
      },
    ]
  }

  /// One module alone, several copies of it in every topology, and one with middlewares.
  @MainActor
  private static func stepSweeps(_ catalogue: Catalogue) -> [Sweep] {
    let base = Sweep(
      designs: catalogue.designs.map(\.id), workloads: smallest(of: catalogue.workloads),
      distributions: [.uniform, .session(users: 1)],
      completions: [.immediate, .suspending], affinities: [.free])
    var several = base
    several.topologies = Topology.allCases
    several.features = [copies]
    several.distributions = [.session(users: copies)]
    var middlewares = base
    middlewares.completions = [.immediate]
    middlewares.distributions = [.uniform]
    middlewares.middlewares = [1, 4]
    return [base, several, middlewares]
  }

  /// Returns the ids of workloads; of those that differ in a number at the end only, the first.
  private static func smallest(of workloads: [WorkloadDescription]) -> [String] {
    var seen: Set<[String]> = []
    return workloads.filter { workload in
      seen.insert([workload.id.replacing(/-\d+$/, with: ""), workload.summary]).inserted
    }.map(\.id)
  }

  @MainActor
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

/// The effort of a verification.
struct VerifySettings: Codable, Equatable, Sendable {
  /// The number of actions of each case.
  var actions = VerifyOptions.standardActions
  /// The number of actions between pauses, during which nothing may change.
  var quietEvery: Int { max(25, actions / 10) }
  /// The length of a pause, in nanoseconds.
  var quietNs: UInt64 = 3_000_000
  /// A Boolean value that indicates whether readers subscribe to every slot; `nil`: if the scenario
  /// has views.
  var hasReaders: Bool? = true
  /// The divisor of the number of actions that are sent to a store without a log, if another one
  /// logs all of them.
  var unloggedShare = 1
  /// The time after which no more actions are sent, once there are ``leastActions``, in nanoseconds;
  /// `nil`: all are sent.
  var maxNs: UInt64?
  /// The number of actions that are sent however long they take.
  var leastActions = 5000
  /// A Boolean value that indicates whether the actions are not sent in batches, too.
  var omitsBatches = false
  /// The number of workers that send at the same time.
  var workers = 4
  /// The number of orders of simultaneous events, for stores in virtual time.
  var interleavings = 20
  /// The time after the last action within which effects must be answered, in nanoseconds.
  var drainNs: UInt64 = 20_000_000_000
  /// The number of seconds without a message after which a process is stopped.
  var limitSeconds = VerifyOptions.standardLimitSeconds

  /// Sets the numbers of actions and the time to a part of others.
  mutating func limit(to divisor: Int, of whole: VerifySettings) {
    actions = max(1, whole.actions / divisor)
    leastActions = whole.leastActions / divisor
    maxNs = whole.maxNs.map { $0 / UInt64(divisor) }
  }
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

  /// The seed of a run's actions; `nil` in a verification.
  var runSeed: UInt64?
  /// The trace of a replay, whose actions are sent first.
  var trace: TraceReplay?

  /// The seed of all randomness: the same for every design and topology.
  var randomSeed: UInt64 {
    runSeed ?? splitSeed(ProcessOptions.standardSeed, "\(scenario.stream)/verify:\(seed)")
  }
}
