package import FlowHarness
package import FlowResults
import Measurement

/// A plan that has been checked and can be carried out, and the folder for its rows.
@MainActor
package struct Session<Plan: SessionPlan> {
  /// What will be measured.
  package let plan: Plan
  /// Where the rows go.
  private let place: Place
  private let catalogue: Catalogue

  private enum Place {
    /// A folder of its own, made when it starts.
    case standard
    /// A folder somebody chose.
    case chosen(String)
    /// That of an earlier session, which was interrupted.
    case resumed(ResultsFolder)
  }

  /// Checks where the rows go.
  ///
  /// - Parameter out: The folder; `nil`: one of its own.
  /// - Throws: `PlanError`; nothing has been written then.
  package init(_ plan: Plan, out: String?, catalogue: Catalogue) throws(PlanError) {
    self.plan = plan
    self.catalogue = catalogue
    if let out {
      try ResultsFolder.check(out)
      place = .chosen(out)
    } else {
      place = .standard
    }
  }

  /// Goes on with what was interrupted: jobs whose rows are on disk are not done again.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - command: The subcommand whose plans are meant.
  /// - Throws: `PlanError`; nothing has been written then.
  package init(
    resuming path: String, of command: String, catalogue: Catalogue
  ) throws(PlanError) {
    let file = try PlanFile<Plan>.read(path, of: command)
    let plan = file.plan
    self.plan = plan
    self.catalogue = catalogue
    if let lacking = plan.scenarios.first(where: { !plan.isKnown($0, in: catalogue) }) {
      throw .unusable(
        option: "--resume", path: path,
        reason: "must be a run of what this program has, and it lacks '\(lacking.id)'")
    }
    place = .resumed(try ResultsFolder(resuming: path, files: plan.files))
  }

  /// Does all jobs whose rows are not on disk, and reports what then is.
  ///
  /// - Parameter executable: The program that answers to `child`.
  /// - Throws: `PlanError` when the folder cannot be made, or what writing to it throws.
  package func run(executable: String) async throws -> Plan.Report {
    let interrupt = InterruptWatch()
    defer { interrupt.end() }
    let tools = try await plan.tools(for: executable)
    defer { tools.end() }
    StandardError.write(plan.omissions + tools.text)
    let virtualRunID = try plan.virtualRunID()
    let folder = try await folder(virtualRunID)
    var runner = JobRunner(
      folder: folder, executable: executable,
      mainThreadDesigns: Set(catalogue.designs.filter(\.keepsMainThread).map(\.id)),
      interrupt: interrupt, known: JobCosts(of: plan.costName))
    let startNs = MonotonicClock.nowNs()
    try await plan.drive(&runner, with: tools)
    runner.finish()
    // A hint for the next session: that it cannot be left is no reason to fail.
    if case .standard = place, let suite = plan.costName {
      try? runner.costs.save(of: suite, runID: folder.runID)
    }
    let elapsed = ProgressReporter.clock(Double(MonotonicClock.nowNs() - startNs) / 1e9)
    let warnings = try folder.finish()
    let end = SessionEnd(
      path: folder.path, command: plan.command, run: folder.run, elapsed: elapsed,
      // Where time jumps nothing depends on the machine.
      warnings: virtualRunID == nil ? warnings : [], isInterrupted: interrupt.isInterrupted)
    return try plan.report(on: folder, end, catalogue: catalogue)
  }

  private func folder(_ virtualRunID: String?) async throws -> ResultsFolder {
    if case .resumed(let folder) = place { return folder }
    var record = await RunRecord.start(suite: plan.suiteName, seed: plan.seed)
    let name = record.name
    if let virtualRunID { record.row.runID = virtualRunID }
    let file = try PlanFile(command: plan.command, plan: plan).json()
    if case .chosen(let path) = place {
      return try ResultsFolder(creating: path, plan: file, files: plan.files, record)
    }
    let folder = try ResultsFolder(
      creating: "\(plan.home.parent)/\(name)", plan: file, files: plan.files, record)
    try plan.home.link(to: folder.path)
    return folder
  }
}
