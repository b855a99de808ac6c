package import FlowHarness
package import FlowResults
import Foundation
import PlainText

/// A verification that has been checked and can be started.
@MainActor
package struct VerifySession {
  private let plan: VerifyPlan

  /// Checks the request.
  ///
  /// - Throws: `PlanError`.
  package init(_ options: VerifyOptions, catalogue: Catalogue) throws(PlanError) {
    plan = try VerifyPlan(options, catalogue: catalogue)
  }

  /// Verifies every design, and keeps the findings for the warnings of later runs of this program.
  ///
  /// - Parameter executable: The program that is run.
  /// - Throws: Errors of making a directory for the processes' files.
  package func run(executable: String) async throws -> VerifyReport {
    let interrupt = InterruptWatch()
    defer { interrupt.end() }
    let records = try await records(executable, interrupt)
    if !interrupt.isInterrupted, var verified = VerifiedDesigns(of: executable) {
      verified.take(records)
      do { try verified.write() } catch {
        StandardError.write(
          "\(VerifiedDesigns.path) cannot be written, so rows will not say what was found: "
            + "\(error.localizedDescription)\n")
      }
    }
    return VerifyReport(records: records, isInterrupted: interrupt.isInterrupted)
  }

  /// Runs the cases of each design and kind in a fresh process.
  ///
  /// - Returns: A record for each design that was begun.
  private func records(
    _ executable: String, _ interrupt: InterruptWatch
  ) async throws -> [VerifyRecord] {
    var progress = ProgressReporter(total: plan.caseCount)
    defer { progress.finish() }
    var done = 0
    var records: [VerifyRecord] = []
    for design in plan.designs where !interrupt.isInterrupted {
      var record = VerifyRecord(design)
      // A store that fails with one action at a time is not run in further processes.
      var isAlive = true
      for kind in VerifyCase.Kind.allCases {
        let cases = design.cases.filter { $0.kind == kind }
        guard !cases.isEmpty else { continue }
        let first = done
        if isAlive, !interrupt.isInterrupted {
          let ran = try await run(
            cases, of: design, executable, interrupt, into: &record
          ) { scenario, ended in progress.report(scenario, done: first + ended) }
          isAlive = ran || kind != .steps
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
  /// - Parameter report: Receives the scenario of a case that begins, and the number of cases that have ended.
  /// - Returns: A Boolean value that indicates whether all of them have ended.
  private func run(
    _ cases: [VerifyCase], of design: VerifyPlan.Design, _ executable: String,
    _ interrupt: InterruptWatch, into record: inout VerifyRecord,
    report: (_ scenario: String, _ ended: Int) -> Void
  ) async throws -> Bool {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let request = VerifyRequest(
      cases: cases, settings: plan.settings, workDirectory: scratch.path)
    let process = ChildProcess(
      executable: executable, keepsMainThread: design.keepsMainThread,
      limitSeconds: plan.settings.limitSeconds)
    var current = 0
    var ended = 0
    let ending = try await process.run(VerifyTask.self, request, interrupt) { step in
      switch step {
      case .began(let index):
        current = index
        report(cases[index].scenario.id, ended)
      case .ended(let index, let outcome):
        ended += 1
        record.add(cases[index], outcome)
      }
    }
    if case .finished(let printed) = ending {
      add(printed, cases, to: &record)
      return true
    }
    let last = cases[current]
    // Other cases record no steps; before its first step a case finds those of the case before it.
    let noted = last.kind == .steps ? VerifyProgress.last(in: scratch.path) : nil
    add(ending, last, noted.flatMap { $0.stage == .resting ? nil : $0 }, to: &record)
    return false
  }

  /// Adds a finding if something was printed.
  private func add(_ printed: PrintedText, _ cases: [VerifyCase], to record: inout VerifyRecord) {
    let isNew = !record.findings.contains { $0.kind == .printed }
    guard let first = printed.firstCase, isNew else { return }
    record.add(
      VerifyFinding(
        kind: .printed, scenario: cases[first].scenario.id, seed: cases[first].seed, action: nil,
        expected: "nothing on standard output",
        found: "\(CountText.text(printed.bytes, "byte")), beginning with '\(printed.firstLine)'"))
  }

  /// Adds a finding about a process that ended before its last case.
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
