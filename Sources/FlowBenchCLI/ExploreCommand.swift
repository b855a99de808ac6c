import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Searches interleavings of concurrent effects for errors.
struct ExploreCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Search interleavings of concurrent effects for errors.",
    discussion: """
      A small load, whose effects take time, is driven in virtual time once for each seed. Instants are \
      deferred to whole ticks, so that many events coincide, and the seed chooses their order. Exits 4 \
      at the first order that leads to an error, and prints the command that repeats it.

      By default 2,000 actions per second arrive for 10 ms, for search with two copies in one store, \
      and effects take 0 to 4 ms.

      Examples: \(Executable.name) explore --design flow
                \(Executable.name) explore --runs 100000 --workload search --rate 5000
                \(Executable.name) explore --capacity 1 --max-queue 2 --rate 5000
                \(Executable.name) explore --runs 1 --seed 4711
      """)

  @OptionGroup var options: ExploreOptions

  @MainActor
  mutating func run() async throws {
    let options = options
    try await drive("explore", options.session) {
      try ExplorePlan(options, catalogue: $0)
    }
  }
}
