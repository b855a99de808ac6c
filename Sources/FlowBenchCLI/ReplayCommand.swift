import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Sends the actions of a trace again, and says how long they wait.
struct ReplayCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay the actions of a trace into any design.",
    discussion: """
      The trace says which workload it is of; both of its forms are read. What effects answered is \
      left out: the effects of the replay answer again. The state must end where a plain fold of \
      the same actions ends, and where the trace says.

      Everything is written as by \(Executable.name) load; by default the same designs and \
      topologies are driven. Exits 2 when a threshold does not hold.

      Examples: \(Executable.name) replay monday.trace --design flow,inout
                \(Executable.name) replay monday.trace --speed 10
                \(Executable.name) replay monday.trace --speed as-fast-as-possible
      """)

  @Argument(help: "The trace.") var file: String

  @OptionGroup var replay: Options<ReplayOptions>
  @OptionGroup(title: "What is driven") var designs: Options<DesignOptions>
  @OptionGroup(title: "What is driven") var affinity: Options<AffinityOptions>
  @OptionGroup var time: Options<TimeOptions>
  @OptionGroup var thresholds: Options<ThresholdOptions>
  @OptionGroup var rounds: Options<RoundOptions>
  @OptionGroup var limit: Options<LimitOptions>
  @OptionGroup var session: Options<SessionOptions>

  @MainActor
  mutating func run() async throws {
    var options = try given()
    options.set(ReplayOptions.path, to: file, named: file)
    let asked = options
    try await drive("load", asked) { try LoadPlans(asked, catalogue: $0) }
  }
}
