package import FlowHarness
package import FlowResults
import Foundation
import PlainText

/// A verification that has been checked and can be started.
@MainActor
package struct VerifySession {
  private let plan: VerifyPlan

  /// Checks the request.
  package init(_ options: VerifyOptions, catalogue: Catalogue) throws(PlanError) {
    plan = try VerifyPlan(options, catalogue: catalogue)
  }

  /// Verifies every design, and keeps the findings for the warnings of later runs of this program.
  package func run(executable: String) async throws -> VerifyReport {
    let interrupt = InterruptWatch()
    defer { interrupt.end() }
    let records = try await records(executable, interrupt)
    if !interrupt.isInterrupted, var verified = VerifiedDesigns(of: executable) {
      verified.replace(by: records)
      do { try verified.write() } catch {
        StandardError.write(
          "\(VerifiedDesigns.path) cannot be written, so rows will have no warnings of verify: "
            + "\(SystemError(VerifiedDesigns.path, error).reason)\n")
      }
    }
    return VerifyReport(records: records, isInterrupted: interrupt.isInterrupted)
  }

  /// Runs the cases of each design and kind in a fresh process, up to an interruption.
  private func records(
    _ executable: String, _ interrupt: InterruptWatch
  ) async throws -> [VerifyRecord] {
    var progress = ProgressReporter(total: plan.designs.reduce(0) { $0 + $1.cases.count })
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
          let hasEnded = try await run(cases, executable, interrupt, into: &record) {
            progress.report($0, done: first + $1)
          }
          isAlive = hasEnded || kind != .steps
        } else {
          record.incomplete.insert(kind)
        }
        done = first + cases.count
      }
      records.append(record)
    }
    return records
  }

  /// Runs some cases in one process.
  ///
  /// - Returns: A Boolean value that indicates whether all of them have ended.
  private func run(
    _ cases: [VerifyCase], _ executable: String, _ interrupt: InterruptWatch,
    into record: inout VerifyRecord, report: (_ scenario: String, _ ended: Int) -> Void
  ) async throws -> Bool {
    let scratch = try ScratchDirectory()
    defer { scratch.remove() }
    let process = ChildProcess(
      executable: executable, keepsMainThread: record.design.keepsMainThread,
      limitSeconds: plan.settings.limitSeconds)
    let request = VerifyRequest(
      cases: cases, settings: plan.settings, workDirectory: scratch.path)
    var current = 0
    var ended = 0
    let ending = try await process.run(VerifyTask.self, request, interrupt) { step in
      switch step {
      case .began(let index):
        current = index
        report(cases[index].scenario.id, ended)
      case .continued: break
      case .ended(let index, let outcome):
        ended += 1
        record.add(cases[index], outcome)
      }
    }
    if case .finished(let printed) = ending {
      let isNew = !record.findings.contains { $0.kind == .printed }
      if let first = printed.firstCase, isNew {
        let bytes = CountText.text(printed.bytes, "byte")
        record.add(
          VerifyFinding(
            .printed, cases[first], expected: "nothing on standard output",
            found: "\(bytes), beginning with '\(printed.firstLine)'"))
      }
      return true
    }
    record.incomplete.insert(cases[current].kind)
    if let finding = finding(about: ending, cases[current], scratch.path) { record.add(finding) }
    return false
  }

  /// Returns the finding about a process that ended before its last case.
  private func finding(
    about ending: ChildProcess.Ending<PrintedText>, _ last: VerifyCase, _ directory: String
  ) -> VerifyFinding? {
    // Only cases of steps record their progress, and before its first step one finds the entry of
    // another.
    let entry = last.kind == .steps ? VerifyProgress.last(in: directory) : nil
    let pending = entry.flatMap { $0.stage == .resting ? nil : $0 }
    switch ending {
    case .finished, .interrupted: return nil
    case .failed, .prevented:
      return VerifyFinding(
        .failed, last, action: pending?.action, expected: "the process to end by itself",
        found: ending.failure ?? "")
    case .hung:
      let reason =
        switch pending?.stage {
        case .sending: "send has not returned"
        case .settling: "settle() has not returned"
        case .resting, nil: "no message arrived"
        }
      return VerifyFinding(
        .hung, last, action: pending?.action, expected: "an end",
        found: "\(reason) within \(plan.settings.limitSeconds) s")
    }
  }
}
