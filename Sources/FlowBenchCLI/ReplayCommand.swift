import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Sends the actions of a trace again, and says how long they wait.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Sends the actions of a trace, when they came, into any design and topology.",
    discussion: """
      The trace says which workload it is of; both of its forms are read. What effects answered is \
      left out: the effects of the replay answer again. The state must end where a plain fold of \
      the same actions ends, and where the trace says.

      Everything is written as by \(Executable.name) load; unless told otherwise the same designs and \
      topologies are driven. Exits 2 when a threshold does not hold.

      Examples: \(Executable.name) replay monday.trace --design flow,inout
                \(Executable.name) replay monday.trace --speed 10
                \(Executable.name) replay monday.trace --speed as-fast-as-possible
      """)

  @Argument(help: "The trace.") var file: String

  @Option(
    help: ArgumentHelp(
      "How many times as fast as recorded, or \(ReplayOptions.asFastAsPossible); default 1.",
      valueName: "speed"))
  var speed: String?

  @Flag(help: "Replay what is good of a damaged trace.")
  var partial = false

  @OptionGroup(title: "What is driven") var designs: DesignOptions
  @OptionGroup(title: "What is driven") var affinity: AffinityOption
  @OptionGroup var virtual: VirtualOption

  @Option(
    help: ArgumentHelp(
      "How long those still waiting are served at the end; default until all are.",
      valueName: "time"))
  var drain: String?

  @OptionGroup var thresholds: ThresholdOptions
  @OptionGroup var rounds: RoundsOption
  @OptionGroup var limit: LimitOption
  @OptionGroup var session: SessionOptions

  @MainActor
  mutating func run() async throws {
    var options = LoadOptions()
    try designs.apply(to: &options.selection)
    affinity.apply(to: &options.selection)
    options.replay = ReplayOptions(path: file)
    options.replay?.speed = speed
    options.replay?.isPartial = partial
    virtual.apply(to: &options)
    options.drain = drain
    options.thresholds = thresholds.threshold
    options.rounds = try rounds.value()
    try limit.apply(to: &options.selection)
    let asked = options
    try await session.drive("load") { try LoadPlans(asked, catalogue: $0) }
  }
}
