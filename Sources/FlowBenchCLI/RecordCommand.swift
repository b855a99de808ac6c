import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Writes down what a load would send.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record the actions of a load as a trace.",
    discussion: """
      The trace also says the workload, the seed, and the digest of the state that the actions end \
      in. An app writes such a trace with FlowTrace's `tracing(to:)`.

      By default it records app, ten copies, 10,000 actions a second for ten seconds.

      Examples: \(Executable.name) record --out monday.trace
                \(Executable.name) record --workload shop --stage 9s@10..5000 --out a.trace
                \(Executable.name) record --users 1000 --duration 1h --out users.trace
      """)

  @OptionGroup var file: Options<RecordOptions>
  @OptionGroup(title: "What is recorded") var recorded: Options<RecordedOptions>
  @OptionGroup(title: "Who sends, and when") var rate: Options<RateOptions>
  @OptionGroup(title: "Who sends, and when") var change: Options<RateChangeOptions>
  @OptionGroup(title: "Who sends, and when") var users: Options<UserOptions>
  @OptionGroup var seed: Options<SeedOptions>

  @MainActor
  mutating func run() async throws {
    let session = try RecordSession(try given(), catalogue: RunningProgram.catalogue())
    StandardError.write("seed: \(session.seed)\n")
    try StandardOutput.write(session.run())
  }
}
