import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Check what this machine can measure, and the build.",
    discussion: """
      Each finding has a level:
        fine     no problem
        missing  something cannot be measured here
        spoils   results will vary more between runs
        wrong    results are not valid; the exit code is 4
      """)

  @Option(.choice(kind: "format"), "format", "Output format: text or json")
  var format = OutputFormat.text

  @MainActor
  mutating func run() async throws {
    try TemporaryFolder.check()
    let report = await Doctor.report(executable: Executable.path)
    switch format {
    case .text: try StandardOutput.write(report.text)
    case .json: try StandardOutput.write(report.json())
    }
    if !report.isRight { throw FlowExit.invalid.code }
  }
}
