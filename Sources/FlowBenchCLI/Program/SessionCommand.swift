import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// A subcommand that measures: it makes or resumes a plan, and exits with the result of the
/// session.
protocol SessionCommand: AsyncParsableCommand {}

extension SessionCommand {
  /// Prints the plan, or measures.
  ///
  /// - Parameters:
  ///   - command: The subcommand whose plans can be resumed.
  ///   - text: Returns the output for a reader.
  ///   - plan: Makes the plan; not called if a plan is resumed.
  @MainActor
  func drive<Plan: SessionPlan>(
    _ command: String, _ options: SessionOptions, shard: ShardOptions? = nil,
    text: (Plan.Report) throws -> String = { $0.table },
    _ plan: (Catalogue) throws -> Plan
  ) async throws {
    var session = try session(command, options, shard, plan)
    session.checkWork(actions: options.checkedActions)
    if options.dryRun {
      try StandardOutput.write(
        options.format == .json ? session.plan.json() : session.text())
      return
    }
    try DebugBuildError.check(isAllowed: options.allowDebug)
    let report = try await session.run(executable: Executable.path)
    try report.finish(as: options.format, text: try text(report))
  }

  @MainActor
  private func session<Plan: SessionPlan>(
    _ command: String, _ options: SessionOptions, _ shard: ShardOptions?,
    _ plan: (Catalogue) throws -> Plan
  ) throws -> Session<Plan> {
    let catalogue = try RunningProgram.catalogue()
    if let directory = options.resume {
      if let other = given.first(where: { !SessionOptions.openOnResume.contains($0) }) {
        throw PlanError.refused(
          option: other, reason: "must not be given with --resume, whose directory has a plan")
      }
      return try Session(resuming: directory, of: command, catalogue: catalogue)
    }
    let part = shard?.shard ?? .whole
    if part == .whole, let unit = shard?.shardBy {
      throw PlanError.invalid(
        option: "--shard-by", rule: "must be given with --shard, whose shards it makes",
        value: "'\(unit.rawValue)'")
    }
    let made: Plan
    do { made = try plan(catalogue) } catch let error as PlanError {
      throw error.seeing(Executable.command(command, "--dry-run"))
    }
    let arguments = [Self.configuration.commandName ?? command] + CommandLine.arguments.dropFirst(2)
    return try Session(
      made, arguments, shard: part, by: shard?.shardBy ?? .block, out: options.out,
      catalogue: catalogue)
  }
}

extension SessionReport {
  /// Prints the output and the closing lines, and exits with the result.
  ///
  /// - Parameter text: The output for a reader. A run writes the cards of its claims with it, so that it is
  ///   needed in both formats.
  func finish(as format: OutputFormat, text: String) throws {
    // The rows are on disk, even if the table cannot be written.
    defer { StandardError.write(closing) }
    try StandardOutput.write(format == .json ? try json() : text)
    if end.isInterrupted { throw ExitCode(InterruptWatch.exitCode) }
    if !isValid { throw FlowExit.invalid.code }
    if !isMet { throw FlowExit.regression.code }
    if !isDecided { throw FlowExit.inconclusive.code }
  }
}

/// The exit code of the process; part of the contract with scripts.
enum FlowExit: Int32 {
  case fine = 0
  case wrongRequest = 1
  case regression = 2
  case inconclusive = 3
  case invalid = 4
  /// The operating system prevented the command: a full disk, a missing permission, a limit.
  case system = 5

  var code: ExitCode { ExitCode(rawValue) }
}

/// A refusal to measure times with a debug build.
struct DebugBuildError: Error, CustomStringConvertible {
  let description =
    "--allow-debug: a debug build measures the compiler, not the stores; build with -c release, or "
    + "allow it"

  /// Refuses a debug build that is not allowed.
  static func check(isAllowed: Bool) throws(DebugBuildError) {
    guard isAllowed || !ToolVersion.isDebugBuild else { throw DebugBuildError() }
  }
}
