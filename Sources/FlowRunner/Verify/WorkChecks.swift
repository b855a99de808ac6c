import FlowHarness
import FlowResults
import PlainText
import Workloads

/// The check of each scenario before its first job of a session: a store that does other work than
/// the fold has no valid row.
///
/// The trials compare final states, in which later actions may have replaced what was lost. The
/// check is a process of its own, so that it changes no count and no time.
@MainActor
final class WorkChecks: ScenarioChecks {
  private let seed: UInt64
  private let actions: Int
  private let trace: TraceReplay?
  private var verdicts: [Scenario: Task<WorkVerdict, any Error>] = [:]

  /// The maximum number of actions with a service, which answers in real time.
  private static let maxServedActions = 10_000

  init(seed: UInt64, actions: Int?, trace: TraceReplay?) {
    self.seed = seed
    self.trace = trace
    self.actions = actions ?? SessionOptions.standardCheckedActions
  }

  func verdict(
    of scenario: Scenario, _ process: ChildProcess, _ interrupt: InterruptWatch
  ) async throws -> WorkVerdict {
    // The cores do not change the work.
    var scenario = scenario
    scenario.affinity = nil
    if let running = verdicts[scenario] { return try await running.value }
    // Detached, because measured code has the other initialiser, and would use this module's copy.
    let check = Task.detached { [self] in try await run(scenario, process, interrupt) }
    verdicts[scenario] = check
    return try await check.value
  }

  private func run(
    _ scenario: Scenario, _ process: ChildProcess, _ interrupt: InterruptWatch
  ) async throws -> WorkVerdict {
    let isServed = scenario.completion == .service
    var settings = VerifySettings()
    settings.actions = isServed ? min(actions, Self.maxServedActions) : actions
    settings.hasReaders = nil
    settings.unloggedShare = 5
    settings.omitsBatches = true
    let check = VerifyCase(
      kind: isServed ? .effects : .steps, scenario: scenario, seed: 1,
      runSeed: splitSeed(seed, scenario.stream), trace: trace)
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    var findings: [VerifyFinding] = []
    let ending = try await process.run(
      VerifyTask.self,
      VerifyRequest(cases: [check], settings: settings, workDirectory: scratch.path), interrupt
    ) { step in
      if case .ended(_, let outcome) = step { findings += outcome.findings }
    }
    switch ending {
    case .interrupted: return .interrupted
    case .failed(let reason): return .failed(reason: reason)
    case .hung(let seconds): return .hung(seconds: seconds)
    case .prevented(let error): throw error
    case .finished:
      if let error = findings.first(where: \.isError) {
        return .failed(reason: "other work than the floor's: \(error.shortText)")
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
