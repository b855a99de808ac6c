package import ArgumentParser
import FlowHarness
import FlowResults
package import FlowRunner

/// Sends actions on a schedule, by clients or by users, and measures their response times.
extension LoadOptions: SessionCommand {
  package static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Measure the response time under a given load.",
    discussion: """
      Actions arrive on a schedule, whether or not the store is ready. The response time of an action \
      counts from its intended start, so that latency includes queueing (no coordinated omission).

      A load has one kind of traffic: a schedule (--rate or --stage), --clients or --users. By default, floor, inout, \
      flow and your own designs run app with ten copies, in one store and in one store per module; with --latency, \
      designs with asynchronous effects run search. If a list such as --design is given, all run in one store, unless \
      --topology selects others. Exits 2 if a threshold does not hold. --help-hidden lists further options.

      Examples:
        \(Executable.name) load --suite default                              # a list of loads
        \(Executable.name) load --rate 50000 --threshold 'response_p99<5ms'  # a condition
        \(Executable.name) load --users 100000 --duration 24h --virtual      # a simulated day
        \(Executable.name) load --latency log-normal:20ms:0.5 --rate 500     # a slow service
      """)

  @MainActor
  package func run() async throws {
    try await drive("load", session, shard: shard) {
      try LoadPlans(self, catalogue: $0)
    }
  }
}
