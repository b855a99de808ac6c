import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults
import FlowRunner
import Foundation

/// The gate: exact counts against a baseline, and time against another revision.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract:
      "Stops a regression: exact counts against a baseline, time in pairs with another build.",
    discussion: """
      Gate 0 counts allocations, bytes, objects, retains, releases and instructions, and compares \
      them with \(Baseline.directory)/, or with what --base counts. Gate 1 runs this build and \
      --base in random-order pairs of fresh processes. Exits 2 when something regressed, 3 when \
      something that the gate promises was not compared, or nothing at all was, and under --strict \
      when something is new or not decided, 4 when a trial was invalid. Writes check.md, check.xml \
      (JUnit) and compare.csv.
      """)

  @OptionGroup var options: Options<CheckOptions>

  @MainActor
  mutating func run() async throws {
    let options = try given()
    let session = try CheckSession(options, catalogue: RunningProgram.catalogue())
    guard options.value(DebugOptions.allowDebug) || !ToolVersion.isDebugBuild else {
      throw PlanError.debugBuild
    }
    guard let report = try await session.run(executable: Executable.path) else {
      StandardError.write("interrupted; nothing was concluded\n")
      throw ExitCode(InterruptWatch.exitCode)
    }
    try StandardOutput.write(report.text)
    let environment = ProcessInfo.processInfo.environment
    if let annotations = WorkflowAnnotations(report, environment: environment) {
      try StandardOutput.write(annotations.text)
      try annotations.addToSummary(environment: environment)
    }
    switch report.conclusion {
    case .fine: break
    case .regressed: throw FlowExit.regression.code
    case .invalid: throw FlowExit.invalid.code
    case .incomplete: throw FlowExit.inconclusive.code
    case .inconclusive: if options.value(CheckOptions.strict) { throw FlowExit.inconclusive.code }
    }
  }
}
