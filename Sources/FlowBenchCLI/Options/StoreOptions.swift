import ArgumentParser
import FlowHarness
import FlowResults
import FlowRunner

/// Which stores, holding what, on which cores; every option is a list separated by commas.
struct StoreOptions: ParsableArguments {
  @OptionGroup var designs: DesignOptions
  @OptionGroup var affinity: AffinityOption
  @OptionGroup var workload: WorkloadOption
  @OptionGroup var size: SizeOptions

  /// Copies what was given into `options`.
  func apply(to options: inout RunOptions) throws(PlanError) {
    try designs.apply(to: &options)
    affinity.apply(to: &options)
    workload.apply(to: &options)
    try size.apply(to: &options)
  }
}

/// Which stores.
struct DesignOptions: ParsableArguments {
  @Option(help: "Keep the scenarios whose id matches this regular expression.")
  var filter: String?

  @Option(help: ArgumentHelp("Designs; see \(Executable.name) list.", valueName: "design,…"))
  var design: WordList?

  @Option(
    help: ArgumentHelp("\(Topology.names).", valueName: "topology,…"))
  var topology: WordList?

  @Option(help: ArgumentHelp("Stores of the grouped topology.", valueName: "g,…"))
  var groups: WordList?

  /// Copies what was given into `options`.
  func apply(to options: inout RunOptions) throws(PlanError) {
    options.filter = filter
    options.designs = design?.words
    options.topologies = topology?.words
    options.groups = try groups?.numbers("--groups")
  }
}

/// On which cores.
struct AffinityOption: ParsableArguments {
  @Option(
    help: ArgumentHelp("pinned to one core, free on all, or both.", valueName: "affinity"))
  var affinity: String?

  /// Copies what was given into `options`.
  func apply(to options: inout RunOptions) { options.affinity = affinity }
}

/// What the stores hold.
struct WorkloadOption: ParsableArguments {
  @Option(help: ArgumentHelp("Workloads; see \(Executable.name) list.", valueName: "workload,…"))
  var workload: WordList?

  /// Copies what was given into `options`.
  func apply(to options: inout RunOptions) { options.workloads = workload?.words }
}

/// How much of it, and what of it gets the actions.
struct SizeOptions: ParsableArguments {
  @Option(help: ArgumentHelp("Copies of each module.", valueName: "n,…"))
  var features: WordList?

  @Option(
    help: ArgumentHelp(
      "Distributions and their parameters; see \(Executable.name) list.",
      valueName: "distribution,…"))
  var distribution: WordList?

  /// Copies what was given into `options`.
  func apply(to options: inout RunOptions) throws(PlanError) {
    options.features = try features?.numbers("--features")
    options.distributions = distribution?.words
  }
}
