package import FlowHarness
package import FlowResults
import Measurement

/// A run that has been checked and can be started: a plan and a directory to put its rows in.
@MainActor
package struct RunSession {
  /// What will be run.
  package let plan: Plan
  /// Where the rows go.
  private let place: Place
  private let mainThreadDesigns: Set<String>

  private enum Place {
    /// A directory of its own, made when the run starts; `results/latest` will point to it.
    case standard
    /// A directory somebody chose.
    case chosen(String)
    /// The directory of an earlier run.
    case resumed(RunDirectory)
  }

  /// Checks everything that can be checked before the first sample.
  ///
  /// - Throws: `PlanError`; nothing has been written then.
  package init(
    options: RunOptions, out: String?, resume: String?, catalogue: Catalogue
  ) throws(PlanError) {
    mainThreadDesigns = Set(catalogue.designs.filter(\.keepsMainThread).map(\.id))
    if let resume {
      if let out {
        throw .conflict(
          option: "--out", rule: "must not be given with --resume, which has a directory",
          value: "'\(out)'")
      }
      let directory = try RunDirectory(resuming: resume)
      plan = directory.plan
      if let lacking = plan.scenarios.first(where: { !catalogue.canRun($0) }) {
        throw .unusable(
          option: "--resume", path: resume,
          reason: "must be a run of what this program has, and it lacks '\(lacking.id)'")
      }
      place = .resumed(directory)
      return
    }
    plan = try Plan(options, catalogue: catalogue)
    if let out {
      try RunDirectory.check(out)
      place = .chosen(out)
    } else {
      place = .standard
    }
  }

  /// Runs all trials that are not on disk yet, and reports what then is.
  ///
  /// - Parameter executable: The program that answers to `trial`.
  /// - Throws: `PlanError` when the directory cannot be made, or what writing to it throws.
  package func run(executable: String) async throws -> RunReport {
    let interrupt = InterruptWatch()
    defer { interrupt.end() }
    let passes = try await PassCheck(plan.passes, executable: executable)
    defer { passes.end() }
    StandardError.write(passes.text)
    let record = await RunRecord.start(suite: plan.suite.rawValue, seed: plan.seed)
    let directory: RunDirectory
    switch place {
    case .resumed(let resumed): directory = resumed
    case .chosen(let path): directory = try RunDirectory(creating: path, plan: plan, record)
    case .standard:
      directory = try RunDirectory(
        creating: "\(RunDirectory.standardParent)/\(record.name)", plan: plan, record)
      try directory.becomeLatest()
    }
    var executor = TrialExecutor(
      plan: plan, skipped: Set(passes.skipped.keys), directory: directory,
      process: TrialProcess(
        executable: executable, mainThreadDesigns: mainThreadDesigns,
        counterLibrary: passes.counterLibrary, instructions: passes.instructions),
      interrupt: interrupt, verified: VerifiedDesigns(of: executable))
    let startNs = MonotonicClock.nowNs()
    let isInterrupted = try await executor.runAll()
    let elapsed = ProgressReporter.clock(Double(MonotonicClock.nowNs() - startNs) / 1e9)
    return try RunReport(
      plan: plan, directory: directory, elapsed: elapsed, isInterrupted: isInterrupted)
  }
}
