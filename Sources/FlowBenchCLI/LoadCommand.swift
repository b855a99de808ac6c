import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Sends actions on a schedule, by clients or by users, and measures their response times.
struct LoadCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Measure the response time under a given load.",
    discussion: """
      Actions arrive on a schedule, whether or not the store is ready. The response time of an action \
      counts from its scheduled instant, so that latency includes queueing (no coordinated omission).

      By default 10,000 actions per second arrive for 10 s, for app with ten copies, in floor, inout \
      and flow, in one store and in a store for each feature, each pinned to one core; effects complete \
      at once. Exits 2 if a threshold does not hold.

      A load has one kind of traffic: a schedule (--rate or --stage), which several --workers can share, \
      --clients, --users or --sessions. An option of another kind is refused.

      --suite runs a list of loads into one directory; --design, --topology, --features, --duration and \
      --rounds replace the suite's own.

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

  @OptionGroup var options: LoadOptions

  @MainActor
  mutating func run() async throws {
    let options = options
    try await drive(
      "load", options.session, shard: options.shard, jobs: options.worlds.jobs,
      isStrict: options.thresholds.strict
    ) {
      try LoadPlans(options, catalogue: $0)
    }
  }
}
