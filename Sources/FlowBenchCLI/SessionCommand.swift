import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// A subcommand that measures: it plans what its options describe, or continues what is planned, and
/// exits as the session ends.
protocol SessionCommand: AsyncParsableCommand {}

extension SessionCommand {
  /// Prints the plan, or measures.
  ///
  /// - Parameters:
  ///   - command: The subcommand whose plans can be continued.
  ///   - options: The options of the session.
  ///   - shard: The part of the plan.
  ///   - jobs: The number of processes at the same time.
  ///   - isStrict: Whether an undecided threshold is an error.
  ///   - text: The output for a reader.
  ///   - plan: Makes the plan; not called if there is one already.
  @MainActor
  func drive<Plan: SessionPlan>(
    _ command: String, _ options: SessionOptions, shard: ShardOptions? = nil, jobs: Int? = nil,
    isStrict: Bool = false, text: (Plan.Report) throws -> String = { $0.table },
    _ plan: (Catalogue) throws -> Plan
  ) async throws {
    let session = try session(command, options, shard, jobs, plan)
    let isJSON = options.format == .json
    if options.dryRun {
      try StandardOutput.write(isJSON ? session.plan.json() : session.text())
      return
    }
    guard options.allowDebug || !ToolVersion.isDebugBuild else { throw PlanError.debugBuild }
    let report = try await session.run(executable: Executable.path)
    let output = isJSON ? try report.json() : try text(report)
    // The rows are on disk, even if the table cannot be written.
    defer { StandardError.write(report.closing) }
    try StandardOutput.write(output)
    if report.end.isInterrupted { throw ExitCode(InterruptWatch.exitCode) }
    if !report.isValid { throw FlowExit.invalid.code }
    if !report.isMet { throw FlowExit.regression.code }
    if !report.isDecided, isStrict { throw FlowExit.inconclusive.code }
  }

  @MainActor
  private func session<Plan: SessionPlan>(
    _ command: String, _ options: SessionOptions, _ shard: ShardOptions?, _ jobs: Int?,
    _ plan: (Catalogue) throws -> Plan
  ) throws -> Session<Plan> {
    let catalogue = try RunningProgram.catalogue()
    guard let directory = options.resume else {
      let part = shard?.shard ?? .whole
      if part == .whole, let unit = shard?.shardBy {
        throw PlanError.conflict(
          option: "--shard-by", rule: "must be given with --shard, whose shards it makes",
          value: "'\(unit.rawValue)'")
      }
      let made: Plan
      do { made = try plan(catalogue) } catch let error as PlanError {
        throw error.seeing(Executable.command(command, "--dry-run"))
      }
      return try Session(
        made, shard: part, by: shard?.shardBy ?? .block, out: options.out, catalogue: catalogue,
        atOnce: jobs)
    }
    if let other = given.first(where: { !SessionOptions.openOnResume.contains($0) }) {
      throw PlanError.refused(
        option: other, reason: "must not be given with --resume, whose directory has a plan")
    }
    return try Session(resuming: directory, of: command, catalogue: catalogue, atOnce: jobs)
  }
}
