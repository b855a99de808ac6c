import ArgumentParser
import FlowHarness

/// What the commands that drive loads print, and how they end.
struct LoadOutput {
  /// Whether the plan is all that was asked for.
  let dryRun: Bool
  let allowDebug: Bool
  let format: OutputFormat

  /// Prints the plan, or drives the load and ends as it did.
  @MainActor
  func drive(_ session: some LoadingSession) async throws {
    guard try isToRun(session.plan.text, session.plan.json) else { return }
    let report = try await session.run(executable: Executable.path)
    try say(report.table, report.json)
    StandardError.write(report.closing)
    if report.isInterrupted { throw ExitCode(130) }
    if !report.isValid { throw FlowExit.invalid.code }
    if !report.isMet { throw FlowExit.regression.code }
  }

  /// Prints the plan if that is all that was asked for.
  private func isToRun(_ text: String, _ json: () throws -> String) throws -> Bool {
    if dryRun {
      print(format == .json ? try json() : text, terminator: "")
      return false
    }
    guard allowDebug || !ToolVersion.isDebugBuild else { throw PlanError.debugBuild }
    return true
  }

  /// Prints the result.
  private func say(_ table: String, _ json: () throws -> String) throws {
    switch format {
    case .text: print(table, terminator: "")
    case .json: print(try json(), terminator: "")
    }
  }
}
