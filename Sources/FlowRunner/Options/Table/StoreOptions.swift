package import FlowHarness
import FlowResults
package import Workloads

/// Which stores are driven, of which shape.
package enum DesignOptions: OptionRows {
  package static let filter = OptionKey(
    "filter", "expression", "Keep the scenarios whose id matches this regular expression",
    .expression)
  package static let designs = OptionKey(
    "design", "design,…", "Designs; see \(Executable.name) list", .names)
  package static let topologies = OptionKey<[Topology]>(
    "topology", "topology,…", Topology.names, .choices(kind: "topology"))
  package static let groups = OptionKey<[Int]>(
    "groups", "g,…", "Stores of the grouped topology", .numbers(in: 1...10_000),
    otherwise: "the square root of the copies")

  package static let options = [
    filter.option, designs.option, topologies.option, groups.option,
  ]
}

/// On which cores the work is done.
package enum AffinityOptions: OptionRows {
  package static let affinity = OptionKey(
    "affinity", "affinity", "pinned to one core, free on all, or both", .affinities)

  package static let options = [affinity.option]
}

/// What the stores hold.
package enum WorkloadOptions: OptionRows {
  package static let workloads = OptionKey(
    "workload", "workload,…", "Workloads; see \(Executable.name) list", .names)

  package static let options = [workloads.option]
}

/// How much of it, and what of it gets the actions.
package enum SizeOptions: OptionRows {
  /// How many copies of a module there may be.
  static let copies = 1...10_000

  package static let features = OptionKey<[Int]>(
    "features", "n,…", "Copies of each module", .numbers(in: copies))
  package static let distributions = OptionKey<[Distribution]>(
    "distribution", "distribution,…",
    "Distributions and their parameters; see \(Executable.name) list",
    OptionReader<Distribution>.parsed { try Distribution(parsing: $0) }.list)

  package static let options = [features.option, distributions.option]
}

/// What is around the reduction of an action: scopes, views, storage, middlewares, effects.
package enum ShapeOptions: OptionRows {
  package static let depths = OptionKey<[Int]>(
    "depth", "n,…", "Scopes between store and child in the scoped topology", .numbers(in: 1...100))
  package static let views = OptionKey<[ViewShape]>(
    "views", "views,…", "Shapes of views; see \(Executable.name) list",
    .choices(kind: "shape of views"))
  package static let observers = OptionKey<[Int]>(
    "observers", "n,…", "Numbers of observers", .numbers(in: 0...100_000))
  package static let storages = OptionKey<[Storage]>(
    "storage", "storage,…", "memory, disk: where features save", .choices(kind: "storage"))
  package static let middlewares = OptionKey<[Int]>(
    "middlewares", "n,…", "Middlewares that look at each action and let it pass",
    .numbers(in: 0...100))
  package static let completions = OptionKey<[Completion]>(
    "completion", "completion,…", "immediate, suspending: how effects complete",
    .choices(kind: "completion"))

  package static let options = [
    depths.option, views.option, observers.option, storages.option, middlewares.option,
    completions.option,
  ]
}

extension OptionReader where Value == [String] {
  /// Names that the catalogue of the program knows, or does not.
  fileprivate static var names: OptionReader<[String]> { OptionReader<String>.text.list }
}

extension OptionReader where Value == [Affinity] {
  /// One, or both.
  fileprivate static var affinities: Self {
    let both = "both"
    let known = Affinity.allCases.map(\.rawValue) + [both]
    return .one(
      choices: known, text: { $0.count > 1 ? both : $0.map(\.rawValue).joined() },
      { (text: String, option: String) throws(PlanError) -> [Affinity] in
        let chosen = text == both ? Affinity.allCases : Affinity(rawValue: text).map { [$0] }
        guard let chosen else {
          throw .unknown(option: option, kind: "affinity", name: text, known: known)
        }
        guard Affinity.isSupported else {
          throw .refused(
            option: option,
            reason: "this system does not let a process choose its cores; omit it")
        }
        return chosen
      })
  }
}
