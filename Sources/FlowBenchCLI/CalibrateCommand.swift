import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner
import Foundation

/// Tries the harness on work whose cost is known.
struct CalibrateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "calibrate",
    abstract: "Known costs in, the same costs out: tries the harness on itself.",
    discussion: """
      Exits 4 when a number is wrong, a false alarm was raised, or a slowdown was missed more often \
      than allowed. Leave the machine alone meanwhile.
      """)

  @OptionGroup var options: Options<CalibrateOptions>

  @MainActor
  mutating func run() async throws {
    let options = try given()
    let format = options.value(FormatOptions.format)
    let sections = options[CalibrateOptions.only] ?? CalibrationRow.Section.allCases
    guard options.value(DebugOptions.allowDebug) || !ToolVersion.isDebugBuild else {
      throw PlanError.debugBuild
    }
    let calibration = try Calibration(
      catalogue: RunningProgram.catalogue(), executable: Executable.path,
      effort: options.value(CalibrateOptions.full) ? .full : .quick)
    var progress = StatusLine()
    var rows: [CalibrationRow] = []
    for section in sections {
      let found = await calibration.run(section) { progress.show($0) }
      progress.finish()
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
