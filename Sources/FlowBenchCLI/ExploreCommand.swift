import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Tries many orders of what happens at once.
struct ExploreCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explore",
    abstract: "Is there an order of what happens at once in which the store goes wrong?",
    discussion: """
      A small load, whose effects take time, is driven in virtual time once for each seed; instants \
      are deferred to whole ticks, so that much falls together, and the seed chooses who is first. \
      Exits 4 at the first order that is wrong, and says how to see it again.

      Unless told otherwise 2,000 actions a second come for 10 ms, to search, two copies in one store, \
      and effects take 0 to 4 ms.

      Examples: \(Executable.name) explore --design flow
                \(Executable.name) explore --runs 100000 --workload search --rate 5000
                \(Executable.name) explore --runs 1 --seed 4711
      """)

  @Option(
    help: ArgumentHelp("Orders that are tried of each scenario; default 10000.", valueName: "n"))
  var runs: String?

  @OptionGroup(title: "What is driven") var designs: DesignOptions
  @OptionGroup(title: "What is driven") var workload: WorkloadOption
  @OptionGroup(title: "What is driven") var size: SizeOptions
  @OptionGroup(title: "Who sends, and when") var rate: RateOptions
  @OptionGroup(title: "Who sends, and when") var shape: ShapeOptions
  @OptionGroup(title: "What effects call") var service: ServiceOptions
  @OptionGroup var seed: SeedOption
  @OptionGroup var limit: LimitOption
  @OptionGroup var session: SessionOptions

  @MainActor
  mutating func run() async throws {
    var options = LoadOptions()
    try designs.apply(to: &options.selection)
    workload.apply(to: &options.selection)
    try size.apply(to: &options.selection)
    try rate.apply(to: &options)
    shape.apply(to: &options)
    try service.apply(to: &options)
    options.selection.seed = try seed.value()
    try limit.apply(to: &options.selection)
    let asked = options
    let count: Int? = try Number.read(runs, "--runs", "must be a whole number")
    try await session.drive("explore") {
      try ExplorePlan(asked, runs: count, catalogue: $0)
    }
  }
}
