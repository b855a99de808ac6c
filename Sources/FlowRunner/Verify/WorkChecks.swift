import FlowHarness
import FlowResults
import PlainText
import Workloads

/// The check of each scenario before its first job of a session: a store that does other work than
/// the fold has no valid row.
///
/// The trials compare final states, in which later actions may have replaced what was lost. The
/// check is a process of its own, so that it changes no count and no time. Scenarios that differ in
/// sizes, distributions and cores run the same code: one of them is checked with all actions, and
/// the others with a tenth. A check that was passed is not repeated until the program changes.
@MainActor
final class WorkChecks: ScenarioChecks {
  private let seed: UInt64
  private let actions: Int
  private let trace: TraceReplay?
  private var verdicts: [Scenario: Task<WorkVerdict, any Error>] = [:]
  /// The scenario of each kind that is checked with all actions.
  private var leading: [Kind: Scenario] = [:]
  private var passed: CheckedScenarios?

  /// The properties that determine the code of a scenario.
  private struct Kind: Hashable {
    let workload, design: String
    let topology: Topology
    let storage: Storage
    let completion: Completion
    let views: ViewShape
    let middlewares: Int

    init(_ scenario: Scenario) {
      (workload, design) = (scenario.workload, scenario.design)
      (topology, storage) = (scenario.topology, scenario.storage)
      completion = scenario.completion
      views = scenario.views
      middlewares = scenario.middlewares
    }
  }

  /// The divisor of the number of actions of the scenarios that do not lead their kind.
  private static let shareOfOthers = 10
  /// The time of a check, which stores that take over 10 µs for an action exceed.
  private static let maxNs: UInt64 = 1_000_000_000
  /// The maximum number of actions with a service, which answers in real time.
  private static let maxServedActions = 10_000

  init(seed: UInt64, actions: Int?, trace: TraceReplay?) {
    self.seed = seed
    self.trace = trace
    self.actions = actions ?? SessionOptions.standardCheckedActions
  }

  func verdict(
    of scenario: Scenario, _ process: ChildProcess, slot: Int, _ interrupt: InterruptWatch
  ) async throws -> WorkVerdict {
    if let running = verdicts[scenario] { return try await running.value }
    let leader = leading[Kind(scenario), default: scenario]
    leading[Kind(scenario)] = leader
    if leader != scenario, let first = verdicts[leader] {
      let verdict = try await first.value
      if case .failed(let reason) = verdict {
        return .failed(reason: "\(reason), in \(leader.id)")
      }
      guard case .equal = verdict else { return verdict }
    }
    let share = leader == scenario ? 1 : Self.shareOfOthers
    // Detached, because measured code has the other initialiser, and would use this module's copy.
    let check = Task.detached { [self] in
      try await run(scenario, share, process, slot, interrupt)
    }
    verdicts[scenario] = check
    return try await check.value
  }

  func save() throws { try passed?.write() }

  private func run(
    _ scenario: Scenario, _ share: Int, _ process: ChildProcess, _ slot: Int,
    _ interrupt: InterruptWatch
  ) async throws -> WorkVerdict {
    let isServed = scenario.completion == .service
    var settings = VerifySettings()
    settings.actions = isServed ? min(actions, Self.maxServedActions) : actions
    settings.maxNs = Self.maxNs
    settings.limit(to: share, of: settings)
    settings.hasReaders = nil
    settings.unloggedShare = 5
    settings.omitsBatches = true
    let check = VerifyCase(
      kind: isServed ? .effects : .steps, scenario: scenario, seed: 1,
      runSeed: splitSeed(seed, scenario.stream), trace: trace)
    let known = try passed ?? CheckedScenarios(of: NeededFiles.digest(of: process.executable))
    passed = known
    // The file of a trace may have other actions the next time.
    if trace == nil, let warnings = known[check, settings.actions] ?? known[check, self.actions] {
      return .equal(warnings: warnings)
    }
    let verdict = try await verdict(of: check, settings, process, slot, interrupt)
    if trace == nil, case .equal(let warnings) = verdict {
      passed?[check, settings.actions] = warnings
    }
    return verdict
  }

  private func verdict(
    of check: VerifyCase, _ settings: VerifySettings, _ process: ChildProcess, _ slot: Int,
    _ interrupt: InterruptWatch
  ) async throws -> WorkVerdict {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    var findings: [VerifyFinding] = []
    var request = VerifyRequest(cases: [check], settings: settings, workDirectory: scratch.path)
    request.slot = slot
    let ending = try await process.run(VerifyTask.self, request, interrupt) { step in
      if case .ended(_, let outcome) = step { findings += outcome.findings }
    }
    switch ending {
    case .interrupted: return .interrupted
    case .failed(let reason): return .failed(reason: reason)
    case .hung(let seconds): return .hung(seconds: seconds)
    case .prevented(let error): throw error
    case .finished:
      if let error = findings.first(where: \.isError) {
        return .failed(reason: "other work than expected: \(error.shortText)")
      }
      let notes = findings.filter(Self.isWarning)
      return .equal(warnings: notes.map { SummaryRow.workPrefix + $0.shortText })
    }
  }

  /// Returns whether a note concerns a row: unnecessary notifications have columns.
  private static func isWarning(_ note: VerifyFinding) -> Bool {
    note.kind.claim == .process || note.kind == .notificationRepeated
  }
}

extension Session {
  /// Checks the work of each scenario before its first job.
  ///
  /// - Parameter actions: The number of actions of a check; `nil`: the standard one.
  package mutating func checkWork(actions: Int? = nil) {
    checks = WorkChecks(seed: plan.seed, actions: actions, trace: plan.trace)
  }
}

extension VerifyFinding {
  /// The finding without its scenario.
  fileprivate var shortText: String {
    "\(kind.rawValue)\(action.map { " at action \(CountText.grouped($0))" } ?? ""): "
      + "expected \(expected), found \(found)"
  }
}
