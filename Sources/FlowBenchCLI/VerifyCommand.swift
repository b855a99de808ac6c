import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Holds stores to what they claim, before anybody times them.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check the correctness of each store.",
    discussion: """
      Every design holds small copies of all workloads in all topologies that it can, and is held \
      against the plain fold after every action: its state, whether anything changes once it is \
      done, which readers it notifies, what several workers at once and several effects in flight \
      make of it. Nothing is timed, so a debug build will do. Each design has processes of its own. \
      Exits 4 when a claim does not hold.
      """)

  @OptionGroup var designs: Options<VerifyOptions>
  @OptionGroup var format: Options<FormatOptions>

  @MainActor
  mutating func run() async throws {
    let options = try given()
    let session = try VerifySession(options: options, catalogue: RunningProgram.catalogue())
    let report = try await session.run(executable: Executable.path)
    switch options.value(FormatOptions.format) {
    case .text: try StandardOutput.write(report.text)
    case .json: try StandardOutput.write(report.json())
    }
    if report.isInterrupted {
      StandardError.write("interrupted; what was not tried is not known\n")
      throw ExitCode(InterruptWatch.exitCode)
    }
    if !report.isValid { throw FlowExit.invalid.code }
  }
}
