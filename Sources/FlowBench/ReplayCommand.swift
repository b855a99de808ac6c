import ArgumentParser
import FlowHarness

/// Sends the actions of a trace again, and says how long they wait.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Sends the actions of a trace, when they came, into any design and topology.",
    discussion: """
      The trace says which workload it is of; both of its forms are read. What effects answered is \
      left out: the effects of the replay answer again. The state must end where a plain fold of \
      the same actions ends, and where the trace says.

      Everything is written as by flowbench load; unless told otherwise the same designs and \
      topologies are driven. Exits 2 when a threshold does not hold.

      Examples: flowbench replay monday.trace --design flow,inout --topology single,grouped
                flowbench replay monday.trace --speed 10 --threshold 'response_p99<5ms'
                flowbench replay monday.trace --speed as-fast-as-possible
      """)

  @Argument(help: "The trace.") var file: String

  @Option(
    help: ArgumentHelp(
      "How many times as fast as recorded, or \(ReplayOptions.asFastAsPossible); default 1.",
      valueName: "speed"))
  var speed: String?

  @Flag(help: "Replay what is good of a damaged trace.")
  var partial = false

  @OptionGroup(title: "What is driven") var stores: ReplayedStoreOptions

  @Flag(help: "Time jumps to whatever comes next: a day in seconds, the same rows each time.")
  var virtual = false

  @Option(
    help: ArgumentHelp(
      "How long those still waiting are served at the end; default until all are.",
      valueName: "time"))
  var drain: String?

  @Option(help: ArgumentHelp("Fresh processes for each scenario; default 1.", valueName: "n"))
  var rounds: String?

  @Option(
    help: ArgumentHelp(
      "Must hold, such as 'response_p99<5ms'; again for more.", valueName: "threshold"))
  var threshold: [String] = []

  @Option(help: "Directory for the results; default results/loads/<UTC time>-<commit>.")
  var out: String?

  @Flag(help: "Print the plan and stop.")
  var dryRun = false

  @Option(help: "How to print the table: \(OutputFormat.all).")
  var format = OutputFormat.text.rawValue

  @Flag(help: "Replay although this is a debug build.")
  var allowDebug = false

  @MainActor
  mutating func run() async throws {
    let format = try OutputFormat(option: format)
    var options = LoadOptions()
    try stores.apply(to: &options.selection)
    options.replay = ReplayOptions(path: file)
    options.replay?.speed = speed
    options.replay?.isPartial = partial
    options.isVirtual = virtual
    options.drain = drain
    options.rounds = try Number.read(rounds, "--rounds", "must be a whole number")
    options.thresholds = threshold
    let session = try LoadSession(options: options, out: out, catalogue: .standard())
    try await LoadOutput(dryRun: dryRun, allowDebug: allowDebug, format: format).drive(session)
  }
}

/// Which stores hold the app of a trace; every option is a list separated by commas.
struct ReplayedStoreOptions: ParsableArguments {
  @Option(help: "Keep the scenarios whose id matches this regular expression.")
  var filter: String?

  @Option(help: ArgumentHelp("Designs; see flowbench list.", valueName: "design,…"))
  var design: WordList?

  @Option(
    help: ArgumentHelp("single, per-feature, scoped, grouped.", valueName: "topology,…"))
  var topology: WordList?

  @Option(help: ArgumentHelp("Stores of the grouped topology.", valueName: "g,…"))
  var groups: WordList?

  @Option(
    help: ArgumentHelp("pinned to one core, free on all, or both.", valueName: "affinity"))
  var affinity: String?

  /// Copies what was given into `options`.
  func apply(to options: inout RunOptions) throws(PlanError) {
    options.filter = filter
    options.designs = design?.words
    options.topologies = topology?.words
    options.groups = try groups?.numbers("--groups")
    options.affinity = affinity
  }
}
