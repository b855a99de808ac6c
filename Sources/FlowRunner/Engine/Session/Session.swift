package import FlowHarness
import FlowResults
import PlainText
import Platform

/// The execution of a plan, and the folder for its rows.
@MainActor
package struct Session<SomePlan: SessionPlan> {
  package let plan: SomePlan
  private let part: PlanPart?
  private let place: Place
  private let catalogue: Catalogue
  /// The subcommand and its options.
  private let arguments: [String]
  /// The checks of the scenarios' work; `nil`: none.
  var checks: (any ScenarioChecks)?

  private enum Place {
    /// A new folder in the directory of the plan.
    case standard
    /// The folder of `--out`.
    case chosen(String)
    case resumed(ResultsFolder, program: String?)
  }

  /// Creates a session, and checks its folder without writing anything.
  ///
  /// - Parameters:
  ///   - arguments: The subcommand and its options, from which the plan can be made again.
  ///   - unit: The unit of shards.
  ///   - out: The folder; `nil`: a new one.
  package init(
    _ plan: SomePlan, _ arguments: [String], shard: Shard = .whole, by unit: ShardUnit = .block,
    out: String?, catalogue: Catalogue
  ) throws {
    self.plan = plan
    self.arguments = arguments
    part = PlanPart(shard, by: unit)
    self.catalogue = catalogue
    if let out {
      try ResultsFolder.check(out)
      place = .chosen(ResultsFolder.withoutSlashes(out))
    } else {
      place = .standard
    }
  }

  /// Resumes a session: jobs whose rows are on disk do not run again.
  package init(
    resuming path: String, of command: String, catalogue: Catalogue
  ) throws {
    let file = try PlanFile.read(path, of: command)
    let plan: SomePlan = try file.plan(in: path, catalogue)
    self.plan = plan
    arguments = file.arguments
    part = file.part
    self.catalogue = catalogue
    place = .resumed(
      try ResultsFolder(resuming: path, files: plan.sessionFiles), program: file.program)
  }

  /// Runs all jobs whose rows are not on disk, and returns the report of all rows.
  ///
  /// - Parameters:
  ///   - executable: The program with the subcommand `child`.
  ///   - isWhole: A Boolean value that indicates whether `--resume` can continue the command.
  package func run(executable: String, isWhole: Bool = true) async throws -> SomePlan.Report {
    let interrupt = InterruptWatch()
    defer { interrupt.end() }
    // The preparation counts for the second before the first trial.
    let observer = DisturbanceObserver()
    try NeededFiles.check([executable] + plan.inputFiles)
    try TemporaryFolder.check()
    let tools = try await plan.tools(for: executable)
    defer { tools.end() }
    StandardError.write(plan.omissions + tools.text)
    let (folder, refusal) = try await self.folder(executable)
    StandardError.write(Self.repairs(in: folder))
    var runner = JobRunner(
      folder: folder, executable: executable, mainThreadDesigns: catalogue.mainThreadDesigns,
      interrupt: interrupt, observer: observer, planned: plan.jobs, share: share,
      atOnce: plan.usualAtOnce, inputFiles: plan.inputFiles, refusal: refusal,
      checks: checks)
    let startNs = MonotonicClock.nowNs()
    do {
      try await plan.drive(&runner, with: tools)
      runner.finish()
      let elapsed = ProgressReporter.clock(Double(MonotonicClock.nowNs() - startNs) / 1e9)
      let isOpen = folder.isOpen
      let warnings = try folder.finish(observer.found)
      let end = SessionEnd(
        path: folder.path, command: plan.command, run: folder.run, elapsed: elapsed,
        // Virtual time does not depend on the machine.
        warnings: folder.run.isVirtualLoad ? [] : warnings, isInterrupted: interrupt.isInterrupted)
      let report = try plan.report(on: folder, end, catalogue: catalogue)
      if isOpen, !interrupt.isInterrupted { link(to: folder) }
      return report
    } catch {
      // If the disk is full, the rows are in the log.
      try? folder.writeFiles()
      throw stopped(error, folder, isWhole: isWhole)
    }
  }

  /// Returns an error, with the number of finished jobs and the next step if the system is the
  /// cause.
  private func stopped(_ error: any Error, _ folder: ResultsFolder, isWhole: Bool) -> any Error {
    // A file of the session may have been removed.
    guard let cause = error as? SystemError ?? SystemError(unnamed: error) else { return error }
    guard isWhole, !folder.isGone else { return cause }
    let total = share?.count ?? plan.jobs.count
    let kept = folder.finished.count
    // The number of jobs may depend on the results.
    let jobs =
      total > 0
      ? "\(kept) of \(total) jobs are kept"
      : "\(CountText.text(kept, "job")) \(kept == 1 ? "is" : "are") kept"
    let step = cause.remedy.isEmpty ? "run" : "\(cause.remedy) and run"
    let command = Executable.command(plan.command, "--resume", folder.path)
    return SystemError(
      cause.subject, reason: cause.reason,
      remedy: "\(jobs). \(step.prefix(1).uppercased() + step.dropFirst()): \(command)")
  }

  /// Links the newest run, unless it is a shard.
  private func link(to folder: ResultsFolder) {
    guard part == nil, !folder.finished.isEmpty, plan.home.holds(folder.path) else { return }
    do { try plan.home.link(to: folder.path) } catch {
      StandardError.write("warning: \(error)\n")
    }
  }

  /// Returns a line about jobs that run again; empty if there are none.
  private static func repairs(in folder: ResultsFolder) -> String {
    let count = folder.unreadable
    guard count > 0 else { return "" }
    return "\(JobLog.fileName): \(CountText.text(count, "line")) cannot be read; "
      + "\(count == 1 ? "its job runs" : "their jobs run") again\n"
  }

  /// The jobs of this session; `nil`: all of them.
  private var share: Set<JobKey>? { part.map { $0.jobs(of: plan.jobs) } }

  /// Returns the plan for a reader, its digest, and its shards.
  package func text() throws -> String {
    let jobs = plan.jobs
    guard !jobs.isEmpty else { return plan.text }
    return plan.text + "plan: \(try plan.digest())\n"
      + ShardDivision(jobs, count: part?.count ?? 1, by: part?.unit ?? .block).text
  }

  /// Returns the folder, and the reason why this program must not add jobs to it.
  private func folder(
    _ executable: String
  ) async throws -> (ResultsFolder, refusal: PlanError?) {
    let program = try NeededFiles.digest(of: executable).hexadecimal
    if case .resumed(let folder, let first) = place {
      let refusal = folder.run.refusal(
        of: await .identified(), isSameProgram: first ?? program == program, path: folder.path)
      return (folder, refusal)
    }
    var run = await RunRow.start(suite: plan.suiteName, seed: plan.seed)
    if let part, let shard = part.shards.first {
      run.shard = Shard(index: shard, of: part.count).description
      run.runID += "-\(shard)of\(part.count)"
    }
    let name = run.runID
    if let id = try plan.repeatableRunID(of: run) { run.runID = id }
    let file = try PlanFile(plan, arguments, part: part, program: program).json()
    let folder =
      if case .chosen(let path) = place {
        try ResultsFolder(creating: path, plan: file, files: plan.sessionFiles, run)
      } else {
        try ResultsFolder.createUnique(
          "\(plan.home.parent)/\(name)", plan: file, files: plan.sessionFiles, run)
      }
    return (folder, nil)
  }
}
