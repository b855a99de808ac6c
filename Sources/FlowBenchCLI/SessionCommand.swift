import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// A subcommand that measures: it makes a plan of its options, or goes on with one, and ends as the session
/// does.
protocol SessionCommand: AsyncParsableCommand {}

extension SessionCommand {
  /// Prints the plan, or measures and ends as it did.
  ///
  /// - Parameters:
  ///   - command: Whose plans can be gone on with.
  ///   - options: What was given, `SessionOptions` among it.
  ///   - text: What is printed for a reader at the end.
  ///   - plan: Makes one; not called when there is one already.
  @MainActor
  func drive<Plan: SessionPlan>(
    _ command: String, _ options: OptionValues,
    text: (Plan.Report) throws -> String = { $0.table },
    _ plan: (Catalogue) throws -> Plan
  ) async throws {
    let format = options.value(FormatOptions.format)
    let session = try session(command, options, plan)
    if options.value(SessionOptions.dryRun) {
      try StandardOutput.write(format == .json ? session.plan.json() : session.text())
      return
    }
    guard options.value(DebugOptions.allowDebug) || !ToolVersion.isDebugBuild else {
      throw PlanError.debugBuild
    }
    let report = try await session.run(executable: Executable.path)
    let output = format == .json ? try report.json() : try text(report)
    // The rows are on disk, whatever becomes of the table.
    defer { StandardError.write(report.closing) }
    try StandardOutput.write(output)
    if report.end.isInterrupted { throw ExitCode(InterruptWatch.exitCode) }
    if !report.isValid { throw FlowExit.invalid.code }
    if !report.isMet { throw FlowExit.regression.code }
    if !report.isDecided, options.value(ThresholdOptions.strict) {
      throw FlowExit.inconclusive.code
    }
  }

  @MainActor
  private func session<Plan: SessionPlan>(
    _ command: String, _ options: OptionValues, _ plan: (Catalogue) throws -> Plan
  ) throws -> Session<Plan> {
    let catalogue = try RunningProgram.catalogue()
    guard let directory = options[SessionOptions.resume] else {
      let shard = options.value(ShardOptions.shard)
      if shard == .whole, let unit = options.text(ShardOptions.by.option) {
        throw PlanError.conflict(
          option: ShardOptions.by.option.name,
          rule: "must be given with \(ShardOptions.shard.option.name), whose shards it makes",
          value: "'\(unit)'")
      }
      let made: Plan
      do { made = try plan(catalogue) } catch let error as PlanError {
        throw error.seeing(Executable.command(command, "--dry-run"))
      }
      return try Session(
        made, shard: shard, by: options.value(ShardOptions.by),
        out: options[SessionOptions.out], catalogue: catalogue,
        atOnce: options[WorldOptions.jobs])
    }
    if let other = options.asked.first(where: { !$0.isOpenOnResume }) {
      throw PlanError.refused(
        option: options.name(other),
        reason: "must not be given with --resume, whose directory has a plan")
    }
    return try Session(
      resuming: directory, of: command, catalogue: catalogue,
      atOnce: options[WorldOptions.jobs])
  }
}
