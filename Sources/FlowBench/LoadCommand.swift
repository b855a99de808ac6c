import ArgumentParser
import FlowHarness
import Foundation

/// Sends actions as people would, and says how long they wait.
struct LoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Sends actions at a rate, and says how long each would have to wait.",
    discussion: """
      Actions come on a schedule, whether or not the store is ready, and each one's response time \
      counts from the instant it was meant to come: what a slow action holds up is not left out.

      Unless told otherwise it drives app, ten copies, in floor, inout and flow, in one store and in a \
      store for each feature, each pinned to one core. Exits 2 when a threshold does not hold.

      --senders asks another question: so many producers send at once, each as fast as it can, for 2s \
      unless told otherwise. They are threads for mutex, and tasks for actor, flow (a store on an actor \
      of its own), inout and middleware (on the main actor). Exits 4 when an action is lost or reordered.

      --suite runs a list of loads into one directory, so that people run and compare the same ones; \
      --design, --topology, --features, --duration and --rounds take the place of the suite's own.

      Examples: flowbench load --suite default
                flowbench load --rate 50000 --duration 10s
                flowbench load --stage 10s@1000 --stage 30s@1000..50000 --threshold 'response_p99<5ms'
                flowbench load --producers 100 --think exponential:10ms
                flowbench load --design flow --find-max p99=1ms
                flowbench load --people 100000 --duration 24h --virtual
                flowbench load --latency log-normal:20ms:0.5 --timeout 100ms --rate 500
                flowbench load --explore 10000 --design flow
                flowbench load --senders 1,2,4 --design mutex,actor,flow,inout
      """)

  @Option(
    help: ArgumentHelp(
      "A suite of loads: \(LoadSuite.allCases.map(\.rawValue).joined(separator: ", ")); lists and "
        + "--duration take the place of its own.", valueName: "suite"))
  var suite: String?

  @OptionGroup(title: "What is driven") var stores: StoreOptions
  @OptionGroup(title: "Who sends, and when") var traffic: TrafficOptions
  @OptionGroup(title: "What effects call") var service: ServiceOptions

  @Option(
    help: ArgumentHelp(
      "Fresh processes for each scenario; default 1, of a suite its own.", valueName: "n"))
  var rounds: String?

  @Option(
    help: ArgumentHelp(
      "Must hold, such as 'response_p99<5ms' or 'dropped_total==0'; again for more.",
      valueName: "threshold"))
  var threshold: [String] = []

  @Option(
    help: ArgumentHelp(
      "Search for the highest rate with this bound, from --rate on.", valueName: "p99=5ms"))
  var findMax: String?

  @Option(
    help: ArgumentHelp(
      "Try so many orders of what happens at once, in virtual time; look for faults.",
      valueName: "n"))
  var explore: String?

  @Option(
    help: ArgumentHelp(
      "Seed of all randomness; default \(RunOptions.defaultSeed).", valueName: "seed"))
  var seed: String?

  @Option(help: "Directory for the results; default results/loads/<UTC time>-<commit>.")
  var out: String?

  @Flag(help: "Print the plan and stop.")
  var dryRun = false

  @Option(help: "How to print the table: \(OutputFormat.all).")
  var format = OutputFormat.text.rawValue

  @Flag(help: "Load although this is a debug build.")
  var allowDebug = false

  @MainActor
  mutating func run() async throws {
    let catalogue = Catalogue.standard()
    let format = try OutputFormat(option: format)
    var options = LoadOptions()
    try stores.apply(to: &options.selection)
    try traffic.apply(to: &options)
    try service.apply(to: &options)
    options.suite = suite
    options.rounds = try Number.read(rounds, "--rounds", "must be a whole number")
    options.selection.seed =
      try Number.read(seed, "--seed", "must be 0 to \(UInt64.max)") ?? RunOptions.defaultSeed
    options.thresholds = threshold
    options.findMax = findMax
    options.explore = try Number.read(explore, "--explore", "must be a whole number")
    let output = LoadOutput(dryRun: dryRun, allowDebug: allowDebug, format: format)
    if options.suite == nil, options.senders != nil {
      try await output.drive(ProducerSession(options: options, out: out, catalogue: catalogue))
    } else if options.suite == nil, options.explore != nil {
      try await output.drive(ExploreSession(options: options, out: out, catalogue: catalogue))
    } else {
      try await output.drive(LoadSession(options: options, out: out, catalogue: catalogue))
    }
  }
}

/// Schedules and producers, as they are written.
struct TrafficOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Actions a second; default 10000.", valueName: "n"))
  var rate: String?

  @Option(
    help: ArgumentHelp("How long actions come; default 10s, for --senders 2s.", valueName: "time"))
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
      "Closed loop: so many producers send, wait for the end and think.", valueName: "n"))
  var producers: String?

  @Option(
    help: ArgumentHelp(
      "So many producers send at once, as fast as they can: 1 to 64.", valueName: "n,…"))
  var senders: WordList?

  @Option(
    help: ArgumentHelp(
      "So many simulated users come, act in sessions, and leave.", valueName: "n"))
  var people: String?

  @Option(
    help: ArgumentHelp(
      "How long a producer or a user thinks; default exponential:1s and :10s; see flowbench list.",
      valueName: "delay"))
  var think: String?

  @Option(
    help: ArgumentHelp(
      "How long a user is away between two sessions; default exponential:10m.",
      valueName: "delay"))
  var away: String?

  @Flag(help: "Time jumps to whatever comes next: a day in seconds, the same rows each time.")
  var virtual = false

  @Option(
    help: ArgumentHelp(
      "How many actions may wait; more are dropped, and counted.", valueName: "n"))
  var backlog: String?

  @Option(
    help: ArgumentHelp(
      "How long those still waiting are served at the end; default the duration.",
      valueName: "time"))
  var drain: String?

  /// Copies what was given into `options`.
  func apply(to options: inout LoadOptions) throws(PlanError) {
    options.rate = try Number.read(rate, "--rate", "must be a number of actions a second")
    options.duration = duration
    options.arrivals = arrivals
    options.shape = shape
    options.stages = stage
    options.producers = try Number.read(producers, "--producers", "must be a whole number")
    options.senders = try senders?.numbers("--senders")
    options.people = try Number.read(people, "--people", "must be a whole number")
    options.think = think
    options.away = away
    options.isVirtual = virtual
    options.backlog = try Number.read(backlog, "--backlog", "must be a whole number")
    options.drain = drain
  }
}
