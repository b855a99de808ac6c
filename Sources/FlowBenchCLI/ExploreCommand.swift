package import ArgumentParser
import FlowHarness
import FlowResults
package import FlowRunner

typealias ExploreCommand = ExploreOptions

extension ExploreCommand: SessionCommand {
  package static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Search interleavings of concurrent effects for errors.",
    discussion: """
      Runs a small load in virtual time, once for each seed. Actions arrive and effects end at whole \
      milliseconds, so that many events coincide. The seed determines the order of events at the same instant. \
      Exits 4 at the first order that leads to an error, and prints the command that repeats it.

      By default 2,000 actions per second arrive for 10 ms, for search with two copies in one store, \
      and effects take 0 to 4 ms.

      Examples:
        \(Executable.name) explore --design flow               # 10,000 interleavings
        \(Executable.name) explore --runs 100000 --rate 5000   # more, with more events
        \(Executable.name) explore --capacity 1 --max-queue 2  # a service with a short queue
        \(Executable.name) explore --runs 1 --seed 4711        # the same interleaving again
      """)

  @MainActor
  package mutating func run() async throws {
    let options = self
    try await drive("explore", options.session) {
      try ExplorePlan(options, catalogue: $0)
    }
  }
}
