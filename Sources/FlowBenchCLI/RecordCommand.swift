import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Writes down what a load would send.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Writes the actions of a load into a file, each with its time, to be replayed.",
    discussion: """
      The trace also says the workload, the seed, and the digest of the state that the actions end \
      in. An app writes such a trace with FlowTrace's `tracing(to:)`.

      Unless told otherwise it records app, ten copies, 10,000 actions a second for ten seconds.

      Examples: \(Executable.name) record --out monday.trace
                \(Executable.name) record --workload shop --stage 9s@10..5000 --out a.trace
                \(Executable.name) record --users 1000 --duration 1h --out users.trace
      """)

  @Option(
    help: ArgumentHelp(
      "The workload; default app; see \(Executable.name) list.", valueName: "workload"))
  var workload: String?

  @Option(help: ArgumentHelp("Copies of each module; default 10.", valueName: "n"))
  var features: String?

  @Option(
    help: ArgumentHelp(
      "Which feature gets the next action; see \(Executable.name) list.", valueName: "distribution")
  )
  var distribution: String?

  @OptionGroup(title: "Who sends, and when") var rate: RateOptions
  @OptionGroup(title: "Who sends, and when") var shape: ShapeOptions
  @OptionGroup(title: "Who sends, and when") var users: UserOptions
  @OptionGroup var seed: SeedOption

  @Option(help: ArgumentHelp("The file; it must not be there yet.", valueName: "file"))
  var out: String

  @Option(
    help: ArgumentHelp(
      "How it is written: lines (of JSON, the default) or binary (several times smaller).",
      valueName: "form"))
  var form: String?

  @MainActor
  mutating func run() async throws {
    var options = LoadOptions()
    options.selection.workloads = workload.map { [$0] }
    options.selection.features = try Number.read(
      features, "--features", "must be a whole number"
    ).map { [$0] }
    options.selection.distributions = distribution.map { [$0] }
    try rate.apply(to: &options)
    shape.apply(to: &options)
    try users.apply(to: &options)
    options.selection.seed = try seed.value()
    let session = try RecordSession(
      options: options, out: out, form: form, catalogue: RunningProgram.catalogue())
    StandardError.write("seed: \(session.seed)\n")
    print(try session.run(), terminator: "")
  }
}
