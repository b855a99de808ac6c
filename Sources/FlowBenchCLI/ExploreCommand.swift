import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Tries many orders of what happens at once.
struct ExploreCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Search interleavings of concurrent effects for errors.",
    discussion: """
      A small load, whose effects take time, is driven in virtual time once for each seed; instants \
      are deferred to whole ticks, so that much falls together, and the seed chooses who is first. \
      Exits 4 at the first order that is wrong, and says how to see it again.

      By default 2,000 actions a second come for 10 ms, to search, two copies in one store, \
      and effects take 0 to 4 ms.

      Examples: \(Executable.name) explore --design flow
                \(Executable.name) explore --runs 100000 --workload search --rate 5000
                \(Executable.name) explore --capacity 1 --max-queue 2 --rate 5000
                \(Executable.name) explore --runs 1 --seed 4711
      """)

  @OptionGroup var runs: Options<ExploreOptions>
  @OptionGroup(title: "What is driven") var designs: Options<DesignOptions>
  @OptionGroup(title: "What is driven") var workload: Options<WorkloadOptions>
  @OptionGroup(title: "What is driven") var size: Options<SizeOptions>
  @OptionGroup(title: "Who sends, and when") var rate: Options<ExploreRateOptions>
  @OptionGroup(title: "Who sends, and when") var change: Options<RateChangeOptions>
  @OptionGroup(title: "Who sends, and when") var queue: Options<ExploreQueueOptions>
  @OptionGroup(title: "What effects call") var service: Options<ExploreServiceOptions>
  @OptionGroup var seed: Options<SeedOptions>
  @OptionGroup var limit: Options<LimitOptions>
  @OptionGroup var session: Options<SessionOptions>

  @MainActor
  mutating func run() async throws {
    let options = try given()
    try await drive("explore", options) { try ExplorePlan(options, catalogue: $0) }
  }
}
