import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Says what this machine can measure and whether this build is right.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Says what this machine can measure, what spoils it, and whether the build is right.",
    discussion: """
      fine: as it should be; missing: something cannot be measured here; spoils: numbers will \
      scatter; wrong: the build does not measure what it claims to, and the exit code is 4.
      """)

  @OptionGroup var format: Options<FormatOptions>

  @Flag(help: .private)
  var overlap = false

  @MainActor
  mutating func run() async throws {
    let format = try given().value(FormatOptions.format)
    if overlap {
      OverlapProbe.overlap()
      return
    }
    let report = await Doctor.report(executable: Executable.path)
    switch format {
    case .text: try StandardOutput.write(report.text)
    case .json: try StandardOutput.write(report.json())
    }
    if !report.isRight { throw FlowExit.invalid.code }
  }
}
