import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Sends actions at a rate, by clients or by users, and says how long each takes.
struct LoadCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Measure the response time under a given load.",
    discussion: """
      Actions come on a schedule, whether or not the store is ready, and each one's response time \
      counts from the instant it was meant to come: what a slow action holds up is not left out.

      By default 10,000 actions a second come for 10 s, to app, ten copies, in floor, inout \
      and flow, in one store and in a store for each feature, each pinned to one core; effects answer \
      at once. Exits 2 when a threshold does not hold.

      --suite runs a list of loads into one directory, so that everybody runs and compares the same ones; \
      --design, --topology, --features, --duration and --rounds take the place of the suite's own.

      Examples: \(Executable.name) load --suite default
                \(Executable.name) load --rate 50000 --threshold 'response_p99<5ms'
                \(Executable.name) load --stage 10s@1000 --stage 30s@1000..50000
                \(Executable.name) load --workers 2 --rate 100000 --design mutex,actor,flow
                \(Executable.name) load --clients 100 --think exponential:10ms
                \(Executable.name) load --users 100000 --duration 24h --virtual
                \(Executable.name) load --users 10000000 --worlds 10 --duration 24h --virtual
                \(Executable.name) load --sessions --rate 20 --think exponential:1s
                \(Executable.name) load --latency log-normal:20ms:0.5 --rate 500
      """)

  @OptionGroup var suite: Options<LoadOptions>
  @OptionGroup(title: "What is driven") var designs: Options<DesignOptions>
  @OptionGroup(title: "What is driven") var affinity: Options<AffinityOptions>
  @OptionGroup(title: "What is driven") var workload: Options<WorkloadOptions>
  @OptionGroup(title: "What is driven") var size: Options<SizeOptions>
  @OptionGroup(title: "Who sends, and when") var rate: Options<RateOptions>
  @OptionGroup(title: "Who sends, and when") var change: Options<RateChangeOptions>
  @OptionGroup(title: "Who sends, and when") var workers: Options<LoadWorkerOptions>
  @OptionGroup(title: "Who sends, and when") var clients: Options<ClientOptions>
  @OptionGroup(title: "Who sends, and when") var users: Options<UserOptions>
  @OptionGroup(title: "Who sends, and when") var worlds: Options<WorldOptions>
  @OptionGroup(title: "Who sends, and when") var answers: Options<AnswerOptions>
  @OptionGroup(title: "Who sends, and when") var queue: Options<QueueOptions>
  @OptionGroup(title: "Who sends, and when") var time: Options<TimeOptions>
  @OptionGroup(title: "What effects call") var service: Options<ServiceOptions>
  @OptionGroup var thresholds: Options<ThresholdOptions>
  @OptionGroup var seed: Options<SeedOptions>
  @OptionGroup var limit: Options<LimitOptions>
  @OptionGroup var shard: Options<ShardOptions>
  @OptionGroup var session: Options<SessionOptions>

  @MainActor
  mutating func run() async throws {
    let options = try given()
    try await drive("load", options) { try LoadPlans(options, catalogue: $0) }
  }
}
