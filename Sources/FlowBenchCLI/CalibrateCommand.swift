import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner
import Foundation

struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Validate the harness against workloads of known cost.",
    usage: "\(Executable.name) calibrate [<options>]",
    discussion: """
      Exits 4 if a number is wrong, if equal programs differ, or if slowdowns are missed more often than \
      allowed. Do not use the machine for anything else at the same time.

      Examples:
        \(Executable.name) calibrate                 # every part, in seven minutes
        \(Executable.name) calibrate --only counters # allocations, objects and retains only
      """)

  @Flag(help: "Repeat often enough to estimate every error rate: an hour, not seven minutes.")
  var full = false

  @Option(
    .choices(kind: "part"), "part,…",
    "Parts to validate: \(CalibrationRow.Section.allCases.map(\.rawValue).joined(separator: ", "))",
    default: "all of them")
  var only: [CalibrationRow.Section]?

  @Option(.choice(kind: "format"), "format", "Output format: text or json")
  var format = OutputFormat.text

  @Flag(help: "Calibrate although this is a debug build.")
  var allowDebug = false

  @MainActor
  mutating func run() async throws {
    let sections = only ?? CalibrationRow.Section.allCases
    try DebugBuildError.check(isAllowed: allowDebug)
    var progress = StatusLine()
    let calibration = try Calibration(
      catalogue: RunningProgram.catalogue(), executable: Executable.path,
      effort: full ? .full : .quick
    ) { progress.show($0) }
    var rows: [CalibrationRow] = []
    try NeededFiles.check([Executable.path])
    try TemporaryFolder.check()
    for section in sections {
      let found = await calibration.run(section)
      progress.finish()
      // If the program was replaced, its numbers are not wrong but missing.
      try NeededFiles.check([Executable.path])
      rows += found
      guard format == .text else { continue }
      let text = CalibrationReport(found).text(isColoured: StandardOutput.wantsColours)
      try StandardOutput.write(text + "\n")
    }
    let report = CalibrationReport(rows)
    if format == .json { try StandardOutput.write(report.json()) }
    if !report.isMet { throw FlowExit.invalid.code }
  }
}
