import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Searches for the highest rate that a store sustains.
struct SaturateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "saturate",
    abstract: "What is the highest rate that keeps this bound?",
    discussion: """
      The rate doubles from --rate (10,000 a second, for 10 s) on until the bound breaks, and is then \
      bisected down to 5 %. What was found must hold in two fresh processes again. The same stores are \
      driven as by load unless told otherwise.

      Examples: \(Executable.name) saturate --bound p99=1ms --design flow,inout
                \(Executable.name) saturate --bound service_p99=100us --rate 1000
                \(Executable.name) saturate --bound p99=90ms --latency constant:9ms --virtual
      """)

  @Option(
    help: ArgumentHelp("What must be kept: a percentile and a time.", valueName: "p99=5ms"))
  var bound: String?

  @OptionGroup(title: "What is driven") var stores: StoreOptions
  @OptionGroup(title: "Where it begins") var rate: RateOptions
  @OptionGroup(title: "Who waits") var queue: QueueOptions
  @OptionGroup(title: "Who waits") var virtual: VirtualOption
  @OptionGroup(title: "What effects call") var service: ServiceOptions
  @OptionGroup var seed: SeedOption
  @OptionGroup var limit: LimitOption
  @OptionGroup var session: SessionOptions

  @MainActor
  mutating func run() async throws {
    var options = LoadOptions()
    options.bound = bound
    try stores.apply(to: &options.selection)
    try rate.apply(to: &options)
    try queue.apply(to: &options)
    virtual.apply(to: &options)
    try service.apply(to: &options)
    options.selection.seed = try seed.value()
    try limit.apply(to: &options.selection)
    let asked = options
    try await session.drive("saturate") {
      guard asked.bound != nil else {
        throw PlanError.refused(
          option: "--bound", reason: "must be given, such as p99=5ms: it is what is searched for")
      }
      return try LoadPlans(asked, catalogue: $0)
    }
  }
}
