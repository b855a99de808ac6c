package import FlowHarness
package import FlowResults
import Foundation
import Measurement

/// Explorations that have been checked and can be started.
@MainActor
package struct ExploreSession: LoadingSession {
  /// What will be explored.
  package let plan: ExplorePlan
  /// Where the rows go; nil: a directory of its own, to which `results/latest-load` will point.
  private let out: String?

  /// Checks everything that can be checked before the first action.
  ///
  /// - Throws: `PlanError`; nothing has been written then.
  package init(
    options: LoadOptions, runs: Int?, out: String?, catalogue: Catalogue
  ) throws(PlanError) {
    plan = try ExplorePlan(options, runs: runs, catalogue: catalogue)
    if let out { try RunDirectory.check(out) }
    self.out = out
  }

  /// Explores every scenario, each in a fresh process, and reports what was found.
  ///
  /// - Parameter executable: The program that is run.
  /// - Throws: `PlanError` when the directory cannot be made, or what writing to it throws.
  package func run(executable: String) async throws -> ExploreReport {
    let interrupt = InterruptWatch()
    defer { interrupt.end() }
    var record = await RunRecord.start(suite: "explore", seed: plan.load.seed)
    let path = out ?? "\(LoadDirectory.standardParent)/\(record.name)"
    record.row.runID = try plan.load.virtualRunID()
    let rows: AppendingResultFile<ExploreRow>
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try WholeFile.write(plan.json(), to: "\(path)/plan.json")
      try WholeFile.write(CSVFormat.text([record.row]), to: "\(path)/\(RunRow.fileName)")
      rows = try AppendingResultFile(creating: "\(path)/\(ExploreRow.fileName)")
    } catch {
      throw PlanError.unusable(
        option: "--out", path: path, reason: "must be a directory that can be written")
    }
    if out == nil {
      try RunDirectory.link("latest-load", to: path, in: LoadDirectory.standardParent)
    }
    var report = ExploreReport(plan: plan, path: path)
    for scenario in plan.load.scenarios where !interrupt.isInterrupted {
      let ending = try await explore(scenario, interrupt, executable)
      guard let row = row(scenario, ending, runID: record.row.runID) else { continue }
      try rows.append([row])
      report.rows.append(row)
    }
    report.isInterrupted = interrupt.isInterrupted
    return report
  }

  private func explore(
    _ scenario: Scenario, _ interrupt: InterruptWatch, _ executable: String
  ) async throws -> ChildProcess.Ending<ExploreOutcome> {
    let request = ExploreRequest(
      load: LoadRequest(
        scenario: scenario, round: 0, seed: plan.load.seed, traffic: plan.load.traffic,
        service: plan.load.service, drainNs: plan.load.drainNs, warmUpActions: 0, isVirtual: true,
        workDirectory: ""), runs: plan.runs)
    // It tells after an order at the earliest.
    let orderSeconds = Double(plan.load.traffic.size) * 1e-4
    let child = ChildProcess(
      executable: executable, limitSeconds: plan.load.limitSeconds + orderSeconds)
    var progress = StatusLine()
    defer { progress.finish() }
    return try await child.run(ExploreTask.self, request, interrupt) {
      progress.show("\($0) of \(plan.runs) interleavings  \(scenario.id)")
    }
  }

  /// `nil` when it was interrupted.
  private func row(
    _ scenario: Scenario, _ ending: ChildProcess.Ending<ExploreOutcome>, runID: String
  ) -> ExploreRow? {
    var row = ExploreRow()
    row.runID = runID
    row.dimensions = Dimensions(scenario)
    row.load = plan.load.loadText
    row.firstSeed = String(plan.load.seed)
    if case .finished(let outcome) = ending { row.fill(outcome) }
    if let reason = ending.failure {
      row.isValid = false
      row.reason = reason
    }
    return ending == .interrupted ? nil : row
  }
}
