import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner
import Foundation

/// Sends actions as people would, and says how long they wait.
struct LoadCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "load",
    abstract: "Sends actions at a rate, and says how long each would have to wait.",
    discussion: """
      Actions come on a schedule, whether or not the store is ready, and each one's response time \
      counts from the instant it was meant to come: what a slow action holds up is not left out.

      Unless told otherwise it drives app, ten copies, in floor, inout and flow, in one store and in a \
      store for each feature, each pinned to one core. Exits 2 when a threshold does not hold.

      --senders asks another question: so many producers send at once, each as fast as it can, for 2s \
      unless told otherwise. They are threads for mutex, and tasks for actor, flow (a store on an actor \
      of its own), inout and middleware (on the main actor). Exits 4 when an action is lost or reordered.

      --suite runs a list of loads into one directory, so that people run and compare the same ones; \
      --design, --topology, --features, --duration and --rounds take the place of the suite's own.

      Examples: \(Executable.name) load --suite default
                \(Executable.name) load --rate 50000 --duration 10s
                \(Executable.name) load --stage 10s@1000 --stage 30s@1000..50000 --threshold 'response_p99<5ms'
                \(Executable.name) load --producers 100 --think exponential:10ms
                \(Executable.name) load --design flow --find-max p99=1ms
                \(Executable.name) load --people 100000 --duration 24h --virtual
                \(Executable.name) load --latency log-normal:20ms:0.5 --timeout 100ms --rate 500
                \(Executable.name) load --explore 10000 --design flow
                \(Executable.name) load --senders 1,2,4 --design mutex,actor,flow,inout
      """)

  @Option(
    help: ArgumentHelp(
      "A suite of loads: \(LoadSuite.allCases.map(\.rawValue).joined(separator: ", ")); lists and "
        + "--duration take the place of its own.", valueName: "suite"))
  var suite: String?

  @OptionGroup(title: "What is driven") var stores: StoreOptions
  @OptionGroup(title: "Who sends, and when") var traffic: TrafficOptions
  @OptionGroup(title: "What effects call") var service: ServiceOptions

  @Option(
    help: ArgumentHelp(
      "Search for the highest rate with this bound, from --rate on.", valueName: "p99=5ms"))
  var findMax: String?

  @Option(
    help: ArgumentHelp(
      "Try so many orders of what happens at once, in virtual time; look for faults.",
      valueName: "n"))
  var explore: String?

  @OptionGroup var seed: SeedOption
  @OptionGroup var output: LoadOutput

  @MainActor
  mutating func run() async throws {
    let catalogue = try RunningProgram.catalogue()
    var options = LoadOptions()
    try stores.apply(to: &options.selection)
    try traffic.apply(to: &options)
    try service.apply(to: &options)
    options.suite = suite
    try output.apply(to: &options)
    options.selection.seed = try seed.value()
    options.findMax = findMax
    options.explore = try Number.read(explore, "--explore", "must be a whole number")
    let out = output.out
    if options.suite == nil, options.senders != nil {
      try await output.drive(ProducerSession(options: options, out: out, catalogue: catalogue))
    } else if options.suite == nil, options.explore != nil {
      try await output.drive(ExploreSession(options: options, out: out, catalogue: catalogue))
    } else {
      try await output.drive(LoadSession(options: options, out: out, catalogue: catalogue))
    }
  }
}
