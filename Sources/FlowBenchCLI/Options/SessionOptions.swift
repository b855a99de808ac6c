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

/// When a process that drives a load is given up.
struct LimitOption: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Seconds after which a process that says nothing is given up; default 60.",
      valueName: "seconds"))
  var limit: String?

  /// Copies what was given into `options`.
  func apply(to options: inout RunOptions) throws(PlanError) {
    options.limitSeconds = try Number.read(limit, "--limit", "must be a number of seconds")
  }
}

/// Where the commands that measure leave their results, what they print, and how they end.
struct SessionOptions: ParsableArguments {
  @Option(help: "Directory for the results; default a new one in results/.")
  var out: String?

  @Option(help: "Go on with what was interrupted in this directory, as it was planned.")
  var resume: String?

  @Flag(help: "Print the plan and stop.")
  var dryRun = false

  @Option(help: "How to print the table: \(OutputFormat.all).")
  var format = OutputFormat.text.rawValue

  @Flag(help: "Measure although this is a debug build.")
  var allowDebug = false

  /// Prints the plan, or measures and ends as it did.
  ///
  /// - Parameters:
  ///   - command: Whose plans can be gone on with.
  ///   - plan: Makes one; not called when there is one already.
  @MainActor
  func drive<Plan: SessionPlan>(
    _ command: String, _ plan: (Catalogue) throws -> Plan
  ) async throws {
    let format = try OutputFormat(option: format)
    let session = try session(command, plan)
    if dryRun {
      print(format == .json ? try session.plan.json() : session.plan.text, terminator: "")
      return
    }
    guard allowDebug || !ToolVersion.isDebugBuild else { throw PlanError.debugBuild }
    let report = try await session.run(executable: Executable.path)
    print(format == .json ? try report.json() : report.table, terminator: "")
    StandardError.write(report.closing)
    if report.end.isInterrupted { throw ExitCode(130) }
    if !report.isValid { throw FlowExit.invalid.code }
    if !report.isMet { throw FlowExit.regression.code }
  }

  @MainActor
  private func session<Plan: SessionPlan>(
    _ command: String, _ plan: (Catalogue) throws -> Plan
  ) throws -> Session<Plan> {
    let catalogue = try RunningProgram.catalogue()
    guard let resume else {
      return try Session(try plan(catalogue), out: out, catalogue: catalogue)
    }
    try Self.refuseOthers(CommandLine.arguments.dropFirst(2))
    return try Session(resuming: resume, of: command, catalogue: catalogue)
  }

  /// What does not change the plan, and whether a value follows.
  private static let beside = [
    "--resume": true, "--format": true, "--dry-run": false, "--allow-debug": false,
  ]

  /// Refuses everything else, which the plan on disk has decided.
  ///
  /// - Parameter arguments: The command line, without the program and the subcommand.
  static func refuseOthers(_ arguments: some Sequence<String>) throws(PlanError) {
    var isValue = false
    for argument in arguments {
      if isValue {
        isValue = false
        continue
      }
      let name = String(argument.prefix { $0 != "=" })
      guard let hasValue = beside[name] else {
        throw .refused(
          option: name, reason: "must not be given with --resume, whose directory has a plan")
      }
      isValue = hasValue && name == argument
    }
  }
}
