import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner
import Foundation

/// Runs a suite, or a sweep, and leaves CSV behind.
struct RunCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run",
    abstract: "Measures scenarios and writes CSV.",
    discussion: """
      Every list option takes the place of the suite's own list, so that every list sweeps: \
      --features 1,10,100 runs the suite's scenarios at these three counts. Combinations that no \
      design has are left out. Designs that hop between threads run both pinned and free, all \
      others pinned, unless --affinity says otherwise.
      """)

  @OptionGroup(title: "What is measured") var selection: SelectionOptions
  @OptionGroup(title: "How it is measured") var effort: EffortOptions

  @Option(help: "Directory for the results; default results/runs/<UTC time>-<commit>.")
  var out: String?

  @Option(help: "Go on with the run in this directory.")
  var resume: String?

  @Flag(help: "Print the plan and stop.")
  var dryRun = false

  @Option(help: "How to print the table: \(OutputFormat.all).")
  var format = OutputFormat.text.rawValue

  @Flag(help: "Measure although this is a debug build.")
  var allowDebug = false

  @MainActor
  mutating func run() async throws {
    let catalogue = try RunningProgram.catalogue()
    let format = try OutputFormat(option: format)
    var options = RunOptions()
    try selection.apply(to: &options)
    try effort.apply(to: &options)
    let session = try RunSession(
      options: options, out: out, resume: resume, catalogue: catalogue)
    if dryRun {
      print(format == .json ? try session.plan.json() : session.plan.text, terminator: "")
      return
    }
    guard allowDebug || !ToolVersion.isDebugBuild else { throw PlanError.debugBuild }
    let report = try await session.run(executable: Executable.path)
    switch format {
    case .text: print(report.table, terminator: "")
    case .json: print(try report.json(), terminator: "")
    }
    StandardError.write(report.closing)
    if report.isInterrupted { throw ExitCode(130) }
    if !report.isValid { throw FlowExit.invalid.code }
  }
}
