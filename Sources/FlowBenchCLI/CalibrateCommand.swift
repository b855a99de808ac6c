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

  @Flag(help: "An hour instead of seven minutes: enough tries to show every rate.")
  var full = false

  @Option(
    help: ArgumentHelp(
      "Parts to try: \(CalibrationRow.Section.allCases.map(\.rawValue).joined(separator: ", ")).",
      valueName: "part,…"))
  var only: WordList?

  @Option(help: "How to print the table: \(OutputFormat.all).")
  var format = OutputFormat.text.rawValue

  @Flag(help: "Calibrate although this is a debug build.")
  var allowDebug = false

  @MainActor
  mutating func run() async throws {
    let format = try OutputFormat(option: format)
    let sections = try Self.sections(only)
    guard allowDebug || !ToolVersion.isDebugBuild else { throw PlanError.debugBuild }
    let calibration = try Calibration(
      catalogue: RunningProgram.catalogue(), executable: Executable.path,
      effort: full ? .full : .quick)
    var progress = StatusLine()
    var rows: [CalibrationRow] = []
    for section in sections {
      let found = await calibration.run(section) { progress.show($0) }
      progress.finish()
      rows += found
      guard format == .text else { continue }
      // Past the buffer of `print`: a calibration that is ended early has shown what it found.
      let text = CalibrationReport(found).text(isColoured: StandardOutput.wantsColours)
      FileHandle.standardOutput.write(Data((text + "\n").utf8))
    }
    let report = CalibrationReport(rows)
    if format == .json { print(try report.json(), terminator: "") }
    if !report.isMet { throw FlowExit.invalid.code }
  }

  private static func sections(_ words: WordList?) throws(PlanError) -> [CalibrationRow.Section] {
    guard let words else { return CalibrationRow.Section.allCases }
    var sections: [CalibrationRow.Section] = []
    for word in words.words {
      guard let section = CalibrationRow.Section(rawValue: word) else {
        throw .unknown(
          option: "--only", kind: "part", name: word,
          known: CalibrationRow.Section.allCases.map(\.rawValue))
      }
      sections.append(section)
    }
    return sections
  }
}
