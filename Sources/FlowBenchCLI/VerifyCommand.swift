package import ArgumentParser
import FlowHarness
import FlowResults
package import FlowRunner

extension VerifyOptions: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check the correctness of each store.",
    usage: "\(Executable.name) verify [<options>]",
    discussion: """
      Runs each design with all workloads, each in its smallest size, in all of its topologies. After \
      every action, the state and the notifications are compared with direct calls of the reducer. Trials with \
      several workers and with several effects in flight follow. Nothing is timed, so a debug build is \
      sufficient. Exits 4 if a store is incorrect, and 2 with --strict if there is a note.

      Examples:
        \(Executable.name) verify                            # all designs
        \(Executable.name) verify --design flow --seeds 100  # one design, more thoroughly
      """)

  @MainActor
  package func run() async throws {
    let session = try VerifySession(self, catalogue: RunningProgram.catalogue())
    let report = try await session.run(executable: Executable.path)
    switch format {
    case .text: try StandardOutput.write(report.text)
    case .json: try StandardOutput.write(report.json())
    }
    if report.isInterrupted {
      StandardError.write("interrupted; the remaining cases did not run\n")
      throw ExitCode(InterruptWatch.exitCode)
    }
    if !report.isValid { throw FlowExit.invalid.code }
    if strict, report.hasNotes { throw FlowExit.regression.code }
  }
}
