import FlowHarness
import FlowResults
import PlainText

/// Runs the cases of a plan, those of each design and kind in a fresh process.
@MainActor
struct VerifyRunner {
  private let plan: VerifyPlan
  private let executable: String
  private let interrupt: InterruptWatch
  private var progress: ProgressReporter
  /// Cases that have ended, or will not be run.
  private var done = 0

  init(plan: VerifyPlan, executable: String, interrupt: InterruptWatch) {
    self.plan = plan
    self.executable = executable
    self.interrupt = interrupt
    progress = ProgressReporter(total: plan.caseCount, done: 0)
  }

  /// Runs everything.
  ///
  /// - Returns: What was found of each design that was begun.
  mutating func runAll() async throws -> [VerifyRecord] {
    defer { progress.finish() }
    var records: [VerifyRecord] = []
    for design in plan.designs where !interrupt.isInterrupted {
      var record = VerifyRecord(design)
      // A store that cannot be sent to one action at a time is not worth more processes.
      var isAlive = true
      for kind in VerifyCase.Kind.allCases {
        let cases = design.cases.filter { $0.kind == kind }
        guard !cases.isEmpty else { continue }
        let first = done
        if isAlive, !interrupt.isInterrupted {
          isAlive = try await run(cases, of: design, into: &record) || kind != .steps
        } else {
          record.cutShort(kind)
        }
        done = first + cases.count
      }
      records.append(record)
    }
    return records
  }

  /// Runs some cases in one process.
  ///
  /// - Returns: Whether it came to its end.
  private mutating func run(
    _ cases: [VerifyCase], of design: VerifyPlan.Design, into record: inout VerifyRecord
  ) async throws -> Bool {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let request = VerifyRequest(
      cases: cases, settings: plan.settings, workDirectory: scratch.path)
    let process = ChildProcess(
      executable: executable, keepsMainThread: design.keepsMainThread,
      limitSeconds: plan.settings.limitSeconds)
    var current = 0
    let ending = try await process.run(VerifyTask.self, request, interrupt) { step in
      switch step {
      case .began(let index):
        current = index
        progress.report(cases[index].scenario.id, done: done)
      case .ended(let index, let outcome):
        done += 1
        record.add(cases[index], outcome)
      }
    }
    if case .finished(let printed) = ending {
      add(printed, cases, to: &record)
      return true
    }
    let last = cases[current]
    // Other cases note no steps; before its first one a case finds those of the case before it.
    let noted = last.kind == .steps ? VerifyProgress.last(in: scratch.path) : nil
    add(ending, last, noted.flatMap { $0.stage == .resting ? nil : $0 }, to: &record)
    return false
  }

  /// Takes over what was printed.
  private func add(_ printed: PrintedText, _ cases: [VerifyCase], to record: inout VerifyRecord) {
    let isNew = !record.findings.contains { $0.kind == .printed }
    guard let first = printed.firstCase, isNew else { return }
    record.add(
      VerifyFinding(
        kind: .printed, scenario: cases[first].scenario.id, seed: cases[first].seed, action: nil,
        expected: "nothing on standard output",
        found: "\(CountText.text(printed.bytes, "byte")), beginning with '\(printed.firstLine)'"))
  }

  /// Takes over how a process ended that did not come to its end.
  private func add(
    _ ending: ChildProcess.Ending<PrintedText>, _ last: VerifyCase,
    _ progress: (action: Int, stage: VerifyProgress.Stage)?, to record: inout VerifyRecord
  ) {
    func add(_ kind: VerifyFault, _ expected: String, _ found: String) {
      record.add(
        VerifyFinding(
          kind: kind, scenario: last.scenario.id, seed: last.seed, action: progress?.action,
          expected: expected, found: found))
    }
    record.cutShort(last.kind)
    switch ending {
    case .finished, .interrupted: break
    case .failed, .prevented:
      add(.failed, "the process to end by itself", ending.failure ?? "")
    case .hung:
      let waits =
        switch progress?.stage {
        case .sending: "send has not returned"
        case .settling: "settle() has not returned"
        case .resting, nil: "no message came"
        }
      add(.hung, "an end", "\(waits) within \(plan.settings.limitSeconds) s")
    }
  }
}
