import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Sends actions as people would, and says how long they wait.
struct LoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "How long does an action take at this rate, by these clients or users?",
    discussion: """
      Actions come on a schedule, whether or not the store is ready, and each one's response time \
      counts from the instant it was meant to come: what a slow action holds up is not left out.

      Unless told otherwise 10,000 actions a second come for 10 s, to app, ten copies, in floor, inout \
      and flow, in one store and in a store for each feature, each pinned to one core; effects answer \
      at once. Exits 2 when a threshold does not hold.

      --suite runs a list of loads into one directory, so that people run and compare the same ones; \
      --design, --topology, --features, --duration and --rounds take the place of the suite's own.

      Examples: \(Executable.name) load --suite default
                \(Executable.name) load --rate 50000 --threshold 'response_p99<5ms'
                \(Executable.name) load --stage 10s@1000 --stage 30s@1000..50000
                \(Executable.name) load --clients 100 --think exponential:10ms
                \(Executable.name) load --users 100000 --duration 24h --virtual
                \(Executable.name) load --latency log-normal:20ms:0.5 --rate 500
      """)

  @Option(
    help: ArgumentHelp(
      "A suite of loads: \(LoadSuite.allCases.map(\.rawValue).joined(separator: ", ")); lists and "
        + "--duration take the place of its own.", valueName: "suite"))
  var suite: String?

  @OptionGroup(title: "What is driven") var stores: StoreOptions
  @OptionGroup(title: "Who sends, and when") var rate: RateOptions
  @OptionGroup(title: "Who sends, and when") var shape: ShapeOptions
  @OptionGroup(title: "Who sends, and when") var clients: ClientOptions
  @OptionGroup(title: "Who sends, and when") var users: UserOptions
  @OptionGroup(title: "Who sends, and when") var queue: QueueOptions
  @OptionGroup(title: "Who sends, and when") var virtual: VirtualOption
  @OptionGroup(title: "What effects call") var service: ServiceOptions
  @OptionGroup var thresholds: ThresholdOptions
  @OptionGroup var rounds: RoundsOption
  @OptionGroup var seed: SeedOption
  @OptionGroup var limit: LimitOption
  @OptionGroup var session: SessionOptions

  @MainActor
  mutating func run() async throws {
    var options = LoadOptions()
    options.suite = suite
    try stores.apply(to: &options.selection)
    try rate.apply(to: &options)
    shape.apply(to: &options)
    try clients.apply(to: &options)
    try users.apply(to: &options)
    try queue.apply(to: &options)
    virtual.apply(to: &options)
    try service.apply(to: &options)
    options.thresholds = thresholds.threshold
    options.rounds = try rounds.value()
    options.selection.seed = try seed.value()
    try limit.apply(to: &options.selection)
    let asked = options
    try await session.drive("load") { try LoadPlans(asked, catalogue: $0) }
  }
}
