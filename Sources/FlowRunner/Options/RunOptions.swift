package import ArgumentParser
package import FlowHarness
package import FlowResults

/// The options of `run`.
package struct RunOptions: ParsableArguments {
  @OptionGroup(title: "Scenarios") package var scenarios: AppOptions
  @OptionGroup(title: "Scenarios") package var shape: ShapeOptions
  @OptionGroup(title: "Measurement") package var measurement: RunMeasurementOptions
  @OptionGroup(title: "Shards") package var shard: ShardOptions
  @OptionGroup(title: "Results") package var session: SessionOptions
  @OptionGroup(title: "Results") package var output: TableOptions

  package init() {}

  var lists: ScenarioLists {
    var lists = scenarios.lists
    lists.depths = shape.depth
    lists.views = shape.views
    lists.observers = shape.observers
    lists.storages = shape.storage
    lists.middlewares = shape.middlewares
    lists.completions = shape.completion
    return lists
  }
}

/// The options for the samples and passes of a run.
package struct RunMeasurementOptions: ParsableArguments {
  @Option(
    .choice(kind: "suite"), "suite", "Suite to start from: \(Suite.durations)",
    default: Suite.default.rawValue)
  package var suite: Suite?

  @Option(
    .number(in: OptionBounds.actions), "n", "Number of actions in each sample",
    default: "depends on the suite and the design")
  package var actions: Int?

  @Option(
    .number(in: OptionBounds.rounds), "n",
    "Processes for each scenario's timing", default: "depends on the suite")
  package var rounds: Int?

  @Option(
    .choices(kind: "pass"), "pass,…", "Passes: timing, cold, counting, instructions",
    default: "timing,counting; with --pace cold, too; in suite full instructions, too")
  package var passes: [Pass]?

  @Option(
    .parsed { try Pace(parsing: $0) }, "pace",
    "Pace at which single actions are measured, too, such as 120hz or 60hz, with the memory used "
      + "between two of them, such as 120hz:16mb", default: "none; memory: 4mb")
  package var pace: Pace?

  @Option(
    .seconds, "seconds", "Seconds after which a trial is stopped",
    default: "depends on the suite")
  package var limit: Double?

  @Option(
    ValueFormat { try PlantedFault($0, option: "") }, "fault",
    "Fault in the trials that match, as crash:REGEX, to test the harness", visibility: .private)
  var inject: PlantedFault?

  @Option(.seed, "seed", "Seed of all randomness", default: "\(ProcessOptions.standardSeed)")
  package var seed: UInt64?

  package init() {}

  /// The single actions of the cold pass; `nil` without a pace.
  var cold: ColdSettings? {
    pace.map { ColdSettings($0, actions: actions, rounds: rounds ?? ColdSettings.standardRounds) }
  }

  /// Returns the passes of a run, each once; with a pace, the cold pass is one of them.
  func passes(of suite: Suite) throws(PlanError) -> [Pass] {
    let wanted = passes ?? suite.passes
    guard pace != nil || !wanted.contains(.cold) else {
      throw .refused(option: "--passes", reason: "cold needs --pace, such as --pace 120hz")
    }
    return (wanted + (pace == nil ? [] : [.cold])).reduce(into: []) { passes, pass in
      if !passes.contains(pass) { passes.append(pass) }
    }
  }
}

/// The option for the length of the report.
package struct TableOptions: ParsableArguments {
  @Flag(help: "Print all scenarios, not the summary.")
  package var table = false

  package init() {}
}

/// The options of `verify`.
package struct VerifyOptions: ParsableArguments {
  @Option(.names, "design,…", "Designs; see \(Executable.name) list")
  var design: [String]?

  @Option(.names, "workload,…", "Workloads; see \(Executable.name) list")
  var workload: [String]?

  @Option(.choices(kind: "topology"), "topology,…", "Topologies; see \(Executable.name) list")
  var topology: [Topology]?

  @Option(.number(in: OptionBounds.seeds), "n", "Number of seeds for each scenario")
  var seeds = 2

  @Option(.number(in: OptionBounds.verifyActions), "n", "Number of actions for each scenario")
  var actions = standardActions

  @Option(.seconds, "seconds", "Seconds after which a silent process is stopped")
  var limit = standardLimitSeconds

  @Option(.choice(kind: "format"), "format", "Output format: text or json")
  package var format = OutputFormat.text

  @Flag(help: "Exit 2 if there is a note, such as wasted or duplicate notifications.")
  package var strict = false

  package init() {}

  /// The number of actions of each scenario, unless given.
  static let standardActions = 2000
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
