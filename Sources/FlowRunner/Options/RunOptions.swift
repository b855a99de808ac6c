package import ArgumentParser
import FlowHarness
package import FlowResults

/// The options of `run`.
package struct RunOptions: ParsableArguments {
  @Option(
    .choice(kind: "suite"), "suite", "Suite to start from: \(Suite.durations)",
    default: Suite.default.rawValue)
  package var suite: Suite?

  @OptionGroup(title: "Scenarios") package var stores: StoreOptions
  @OptionGroup(title: "Scenarios") package var cores: AffinityOptions
  @OptionGroup(title: "Scenarios") package var content: WorkloadOptions
  @OptionGroup(title: "Scenarios") package var size: SizeOptions
  @OptionGroup(title: "Scenarios") package var shape: ShapeOptions

  @Option(
    .number(in: OptionBounds.actions), "n", "Number of actions in each sample",
    default: "determined by the suite and the design's speed")
  package var actions: Int?

  @Option(
    .number(in: OptionBounds.rounds), "n",
    "Number of fresh processes for each scenario's timing", default: "determined by the suite")
  package var rounds: Int?

  @Option(
    .choices(kind: "pass"), "pass,…", "timing, counting, instructions",
    default: "the first two (all in full)")
  package var passes: [Pass]?

  @Option(
    .seconds, "seconds", "Time in seconds after which a trial is stopped",
    default: "determined by the suite")
  package var limit: Double?

  @Option(
    ValueFormat { try PlantedFault($0, option: "") }, "fault",
    "Fault in the trials that match, as crash:REGEX, to test the harness", visibility: .private)
  var inject: PlantedFault?

  @Option(.seed, "seed", "Seed of all randomness", default: "\(ProcessOptions.standardSeed)")
  package var seed: UInt64?

  @Flag(help: "Print all scenarios, not the summary.")
  package var table = false

  @OptionGroup(title: "Shards") package var shard: ShardOptions
  @OptionGroup(title: "Results") package var session: SessionOptions

  package init() {}

  var lists: ScenarioLists {
    var lists = stores.lists
    lists.affinities = cores.affinity
    lists.workloads = content.workload
    lists.features = size.features
    lists.distributions = size.distribution
    lists.depths = shape.depth
    lists.views = shape.views
    lists.observers = shape.observers
    lists.storages = shape.storage
    lists.middlewares = shape.middlewares
    lists.completions = shape.completion
    return lists
  }
}

/// The options of `verify`.
package struct VerifyOptions: ParsableArguments {
  @Option(.names, "design,…", "Designs; see \(Executable.name) list")
  var design: [String]?

  @Option(.names, "workload,…", "Workloads; see \(Executable.name) list")
  var workload: [String]?

  @Option(.choices(kind: "topology"), "topology,…", Topology.names)
  var topology: [Topology]?

  @Option(.number(in: OptionBounds.seeds), "n", "Number of seeds for each scenario")
  var seeds = 2

  @Option(.seconds, "seconds", "Time in seconds after which a silent process is stopped")
  var limit = standardLimitSeconds

  @Option(.choice(kind: "format"), "format", "Output format: text or json")
  package var format = OutputFormat.text

  package init() {}

  /// The time after which a silent process is stopped, unless given.
  static let standardLimitSeconds = 120.0

  var lists: ScenarioLists {
    var lists = ScenarioLists()
    lists.designs = design
    lists.workloads = workload
    lists.topologies = topology
    return lists
  }
}
