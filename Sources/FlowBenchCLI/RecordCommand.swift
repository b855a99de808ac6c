package import ArgumentParser
import FlowHarness
import FlowResults
package import FlowRunner

/// Records the actions of a load.
typealias RecordCommand = RecordOptions

extension RecordCommand: AsyncParsableCommand {
  package static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record the actions of a load as a trace.",
    discussion: """
      The trace also has the workload, the seed, and the digest of the final state. An app writes such a \
      trace with FlowTrace's `tracing(to:)`.

      Examples:
        \(Executable.name) record --out monday.trace                  # 100,000 actions
        \(Executable.name) record --workload shop --stage 9s@10..5000 --out a.trace
        \(Executable.name) record --users 1000 --duration 1h --out users.trace  # 1,000 users for an hour
      """)

  @MainActor
  package mutating func run() async throws {
    let session = try RecordSession(self, catalogue: RunningProgram.catalogue())
    StandardError.write("seed: \(session.seed)\n")
    try StandardOutput.write(session.run())
  }
}
