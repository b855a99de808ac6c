import ArgumentParser
import FlowHarness

/// Writes down what a load would send.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Writes the actions of a load into a file, each with its time, to be replayed.",
    discussion: """
      The trace also says the workload, the seed, and the digest of the state that the actions end \
      in. An app writes such a trace with FlowTrace's `tracing(to:)`.

      Unless told otherwise it records app, ten copies, 10,000 actions a second for ten seconds.

      Examples: flowbench record --out monday.trace
                flowbench record --workload shop --features 100 --stage 10s@1000..50000 --out ramp.trace
                flowbench record --people 1000 --duration 1h --form binary --out people.trace
      """)

  @Option(
    help: ArgumentHelp("The workload; default app; see flowbench list.", valueName: "workload"))
  var workload: String?

  @Option(help: ArgumentHelp("Copies of each module; default 10.", valueName: "n"))
  var features: String?

  @Option(
    help: ArgumentHelp(
      "Which feature gets the next action; see flowbench list.", valueName: "distribution"))
  var distribution: String?

  @Option(help: ArgumentHelp("Actions a second; default 10000.", valueName: "n"))
  var rate: String?

  @Option(help: ArgumentHelp("How long actions come; default 10s.", valueName: "time"))
  var duration: String?

  @Option(
    help: ArgumentHelp(
      "poisson (the default) or constant; people: poisson or together.", valueName: "process"))
  var arrivals: String?

  @Option(
    help: ArgumentHelp(
      "steady, ramp, steps, peak or bursts, with their values; see flowbench list.",
      valueName: "shape"))
  var shape: String?

  @Option(
    help: ArgumentHelp(
      "A stage, as 10s@1000 or 10s@1000..5000; again for the next one.", valueName: "stage"))
  var stage: [String] = []

  @Option(
    help: ArgumentHelp(
      "So many simulated users come, act in sessions, and leave.", valueName: "n"))
  var people: String?

  @Option(
    help: ArgumentHelp(
      "How long a user thinks; default exponential:10s; see flowbench list.", valueName: "delay"))
  var think: String?

  @Option(
    help: ArgumentHelp(
      "How long a user is away between two sessions; default exponential:10m.",
      valueName: "delay"))
  var away: String?

  @Option(
    help: ArgumentHelp(
      "Seed of all randomness; default \(RunOptions.defaultSeed).", valueName: "seed"))
  var seed: String?

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
    options.rate = try Number.read(rate, "--rate", "must be a number of actions a second")
    options.duration = duration
    options.arrivals = arrivals
    options.shape = shape
    options.stages = stage
    options.people = try Number.read(people, "--people", "must be a whole number")
    options.think = think
    options.away = away
    options.selection.seed =
      try Number.read(seed, "--seed", "must be 0 to \(UInt64.max)") ?? RunOptions.defaultSeed
    let session = try RecordSession(
      options: options, out: out, form: form, catalogue: .standard())
    StandardError.write("seed: \(session.seed)\n")
    print(try session.run(), terminator: "")
  }
}
