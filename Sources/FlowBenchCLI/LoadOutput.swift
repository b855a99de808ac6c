import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// What must hold of a load.
struct ThresholdOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Must hold, such as 'response_p99<5ms' or 'dropped_total==0'; again for more.",
      valueName: "threshold"))
  var threshold: [String] = []
}

/// How often a load is driven.
struct RoundsOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Fresh processes for each scenario; default 1, in suites more.", valueName: "n"))
  var rounds: String?

  /// The number, if one was given.
  func value() throws(PlanError) -> Int? {
    try Number.read(rounds, "--rounds", "must be a whole number")
  }
}

/// Where the commands that drive loads leave their results, what they print, and how they end.
struct LoadOutput: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Seconds after which a process that says nothing is given up; default 60.",
      valueName: "seconds"))
  var limit: String?

  @Option(help: "Directory for the results; default results/loads/<UTC time>-<commit>.")
  var out: String?

  @Flag(help: "Print the plan and stop.")
  var dryRun = false

  @Option(help: "How to print the table: \(OutputFormat.all).")
  var format = OutputFormat.text.rawValue

  @Flag(help: "Load although this is a debug build.")
  var allowDebug = false

  /// Copies what was given into `options`.
  func apply(to options: inout RunOptions) throws(PlanError) {
    options.limitSeconds = try Number.read(limit, "--limit", "must be a number of seconds")
  }

  /// Prints the plan, or drives the load and ends as it did.
  @MainActor
  func drive(_ session: some LoadingSession) async throws {
    let format = try OutputFormat(option: format)
    guard try isToRun(session.plan.text, session.plan.json, format) else { return }
    let report = try await session.run(executable: Executable.path)
    try say(report.table, report.json, format)
    StandardError.write(report.closing)
    if report.isInterrupted { throw ExitCode(130) }
    if !report.isValid { throw FlowExit.invalid.code }
    if !report.isMet { throw FlowExit.regression.code }
  }

  /// Prints the plan if that is all that was asked for.
  private func isToRun(
    _ text: String, _ json: () throws -> String, _ format: OutputFormat
  ) throws -> Bool {
    if dryRun {
      print(format == .json ? try json() : text, terminator: "")
      return false
    }
    guard allowDebug || !ToolVersion.isDebugBuild else { throw PlanError.debugBuild }
    return true
  }

  /// Prints the result.
  private func say(
    _ table: String, _ json: () throws -> String, _ format: OutputFormat
  ) throws {
    switch format {
    case .text: print(table, terminator: "")
    case .json: print(try json(), terminator: "")
    }
  }
}
