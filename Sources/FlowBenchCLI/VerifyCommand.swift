import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Checks the correctness of stores.
struct VerifyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check the correctness of each store.",
    discussion: """
      Every design runs small copies of all workloads in all topologies that it can, and is compared \
      with a plain fold after every action: its state, its readers' notifications, changes after it is \
      done, and the results of several workers and of several effects in flight. Nothing is timed, so \
      a debug build is sufficient. Each design has its own processes. Exits 4 if a claim does not hold.
      """)

  @OptionGroup var options: VerifyOptions

  @MainActor
  mutating func run() async throws {
    let session = try VerifySession(options, catalogue: RunningProgram.catalogue())
    let report = try await session.run(executable: Executable.path)
    switch options.format {
    case .text: try StandardOutput.write(report.text)
    case .json: try StandardOutput.write(report.json())
    }
    if report.isInterrupted {
      StandardError.write("interrupted; the other cases were not tried\n")
      throw ExitCode(InterruptWatch.exitCode)
    }
    if !report.isValid { throw FlowExit.invalid.code }
  }
}
