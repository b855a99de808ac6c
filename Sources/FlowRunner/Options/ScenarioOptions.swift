package import ArgumentParser
package import FlowHarness
import FlowResults
package import Workloads

/// The options that select stores.
package struct StoreOptions: ParsableArguments {
  @Option(
    .expression, "expression", "Regular expression that scenario ids must match")
  package var filter: String?

  @Option(.names, "design,…", "Designs; see \(Executable.name) list")
  package var design: [String]?

  @Option(.choices(kind: "topology"), "topology,…", "Topologies; see \(Executable.name) list")
  package var topology: [Topology]?

  package init() {}

  var lists: ScenarioLists {
    var lists = ScenarioLists()
    lists.filter = filter
    lists.designs = design
    lists.topologies = topology
    return lists
  }
}

/// The options that select stores, what they hold and their cores.
package struct AppOptions: ParsableArguments {
  @OptionGroup package var stores: StoreOptions
  @OptionGroup package var cores: AffinityOptions
  @OptionGroup package var content: WorkloadOptions
  @OptionGroup package var size: SizeOptions

  package init() {}

  var lists: ScenarioLists {
    var lists = stores.lists
    lists.affinities = cores.affinity
    lists.workloads = content.workload
    lists.features = size.features
    lists.distributions = size.distribution
    return lists
  }
}

/// The option that selects cores.
package struct AffinityOptions: ParsableArguments {
  @Option(
    .affinities, "affinity",
    "Cores: pinned (one, Linux only), free (all), or both")
  package var affinity: [Affinity]?

  package init() {}
}

/// The option that selects what stores hold.
package struct WorkloadOptions: ParsableArguments {
  @Option(.names, "workload,…", "Workloads; see \(Executable.name) list")
  package var workload: [String]?

  package init() {}
}

/// The options for the size of an app, and for the features that get its actions.
package struct SizeOptions: ParsableArguments {
  @Option(.numbers(in: OptionBounds.features), "n,…", "Number of copies of each module")
  package var features: [Int]?

  @Option(
    ValueFormat<Distribution>.parsed { try Distribution(parsing: $0) }.list, "law,…",
    "Distributions of actions over copies; see \(Executable.name) list")
  package var distribution: [Distribution]?

  package init() {}
}

/// The options for scopes, views, storage, middlewares and effects.
package struct ShapeOptions: ParsableArguments {
  @Option(
    .numbers(in: OptionBounds.depths), "n,…",
    "Number of scopes between a store and a child, in the scoped topology")
  package var depth: [Int]?

  @Option(
    .choices(kind: "shape of views"), "views,…", "Shapes of views; see \(Executable.name) list")
  package var views: [ViewShape]?

  @Option(.numbers(in: OptionBounds.observers), "n,…", "Number of observers")
  package var observers: [Int]?

  @Option(
    .choices(kind: "storage"), "storage,…", "Storage of what primes and notes save: memory, disk")
  package var storage: [Storage]?

  @Option(
    .numbers(in: OptionBounds.middlewares), "n,…",
    "Number of middlewares that pass on each action")
  package var middlewares: [Int]?

  @Option(
    .choices(kind: "completion"), "completion,…", "Completion of effects: immediate, suspending")
  package var completion: [Completion]?

  package init() {}
}

extension ValueFormat where Value == [Affinity] {
  /// One affinity, or both.
  fileprivate static var affinities: Self {
    let both = "both"
    let known = Affinity.allCases.map(\.rawValue) + [both]
    return ValueFormat(choices: known) { text in
      let chosen = text == both ? Affinity.allCases : Affinity(rawValue: text).map { [$0] }
      guard let chosen else {
        throw PlanError.unknown(option: "", kind: "affinity", name: text, known: known)
      }
      guard Affinity.isSupported || chosen == [.free] else {
        throw PlanError.refused(
          option: "", reason: "this system does not let a process choose its cores; use free")
      }
      return chosen
    }
  }
}
