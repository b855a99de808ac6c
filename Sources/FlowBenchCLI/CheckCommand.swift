import ArgumentParser
import FlowHarness
import FlowReports
import FlowResults
import FlowRunner
import Foundation

/// The regression gate: exact counts against a baseline, and time against another revision.
struct CheckCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Detect regressions against a baseline or another build.",
    discussion: """
      Gate 0 counts allocations, bytes, objects, retains, releases and instructions, and compares \
      them exactly with \(Baseline.directory)/, or with the counts of --base. Gate 1 runs this build \
      and --base in pairs of fresh processes, in random order. Exits 2 if something regressed; 3 if \
      something that the gate promises was not compared, or nothing was, and under --strict if \
      something is new or undecided; 4 if a trial was invalid. Writes check.md, check.xml (JUnit) \
      and compare.csv.
      """)

  @OptionGroup var options: CheckOptions

  @MainActor
  mutating func run() async throws {
    let session = try CheckSession(options, catalogue: RunningProgram.catalogue())
    guard options.allowDebug || !ToolVersion.isDebugBuild else {
      throw PlanError.debugBuild
    }
    guard let report = try await session.run(executable: Executable.path) else {
      StandardError.write("interrupted; nothing was concluded\n")
      throw ExitCode(InterruptWatch.exitCode)
    }
    try StandardOutput.write(report.text)
    let environment = ProcessInfo.processInfo.environment
    try StandardOutput.write(report.annotations(environment: environment))
    try report.addToSummary(environment: environment)
    switch report.conclusion {
    case .fine: break
    case .regressed: throw FlowExit.regression.code
    case .invalid: throw FlowExit.invalid.code
    case .incomplete: throw FlowExit.inconclusive.code
    case .inconclusive: if options.strict { throw FlowExit.inconclusive.code }
    }
  }
}
