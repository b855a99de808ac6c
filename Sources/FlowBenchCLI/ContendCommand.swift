import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Lets several workers send to a store at once.
struct ContendCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "contend",
    abstract: "How much gets done when so many workers send at once?",
    discussion: """
      Each sends as fast as it can, awaiting its own action. Workers are threads for mutex, and tasks \
      for actor, flow (a store on an actor of its own), inout and middleware (on the main actor). \
      The stores hold what proves that nothing was lost: exits 4 when an action is lost, doubled or \
      reordered.

      Examples: \(Executable.name) contend --design mutex,actor,flow,inout
                \(Executable.name) contend --workers 1,2,4,8 --topology single --rounds 3
      """)

  @Option(
    help: ArgumentHelp("Numbers of workers, 1 to 64; default 1,2,4.", valueName: "n,…"))
  var workers: WordList?

  @Option(help: ArgumentHelp("How long they send; default 2s.", valueName: "time"))
  var duration: String?

  @OptionGroup(title: "What is driven") var designs: DesignOptions
  @OptionGroup(title: "What is driven") var size: SizeOptions
  @OptionGroup var rounds: RoundsOption
  @OptionGroup var seed: SeedOption
  @OptionGroup var limit: LimitOption
  @OptionGroup var session: SessionOptions

  @MainActor
  mutating func run() async throws {
    var options = ContendOptions()
    options.workers = try workers?.numbers("--workers")
    options.duration = duration
    try designs.apply(to: &options.selection)
    try size.apply(to: &options.selection)
    options.rounds = try rounds.value()
    options.selection.seed = try seed.value()
    try limit.apply(to: &options.selection)
    let asked = options
    try await session.drive("contend") { try ContendPlan(asked, catalogue: $0) }
  }
}
