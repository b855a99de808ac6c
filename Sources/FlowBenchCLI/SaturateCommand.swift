import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Searches for the highest rate that a store sustains.
struct SaturateCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "saturate",
    abstract: "Find the highest rate that keeps a bound.",
    discussion: """
      The rate doubles from --rate (10,000 a second, for 10 s) on until the bound breaks, and is then \
      bisected down to 5 %. What was found must hold in two fresh processes again. By default the \
      same stores are driven as by load.

      Examples: \(Executable.name) saturate --bound p99=1ms --design flow,inout
                \(Executable.name) saturate --bound service_p99=100us --rate 1000
                \(Executable.name) saturate --bound p99=1ms --workers 2 --design mutex,actor
                \(Executable.name) saturate --bound p99=90ms --latency constant:9ms --virtual
      """)

  @OptionGroup var bound: Options<SaturateOptions>
  @OptionGroup(title: "What is driven") var designs: Options<DesignOptions>
  @OptionGroup(title: "What is driven") var affinity: Options<AffinityOptions>
  @OptionGroup(title: "What is driven") var workload: Options<WorkloadOptions>
  @OptionGroup(title: "What is driven") var size: Options<SizeOptions>
  @OptionGroup(title: "Where it begins") var rate: Options<RateOptions>
  @OptionGroup(title: "Who sends") var workers: Options<LoadWorkerOptions>
  @OptionGroup(title: "Who waits") var queue: Options<QueueOptions>
  @OptionGroup(title: "Who waits") var time: Options<TimeOptions>
  @OptionGroup(title: "What effects call") var service: Options<ServiceOptions>
  @OptionGroup var seed: Options<SeedOptions>
  @OptionGroup var limit: Options<LimitOptions>
  @OptionGroup var session: Options<SessionOptions>

  @MainActor
  mutating func run() async throws {
    let options = try given()
    try await drive("saturate", options) { try LoadPlans(searching: options, catalogue: $0) }
  }
}
