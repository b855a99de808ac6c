import FlowResults
import OrderedCollections

/// A scenario that a claim asks for, by what it is.
struct ClaimScenario {
  var workload: String
  var design: String
  var topology = "single"
  var features = 1
  var views = "none"
  var observers = 0
  var depth: Int?
  var middlewares = 0
  /// Whether it may use all cores; else it is pinned to one, where the system can do that.
  var isFree = false

  /// A store by itself.
  init(_ workload: String, _ design: String) {
    self.workload = workload
    self.design = design
  }

  /// The same of another design.
  func of(_ design: String) -> ClaimScenario {
    with { $0.design = design }
  }

  /// The same with something else changed.
  func with(_ change: (inout ClaimScenario) -> Void) -> ClaimScenario {
    var scenario = self
    change(&scenario)
    return scenario
  }

  /// Whether a measured scenario is this one, wherever it ran.
  fileprivate func matches(_ dimensions: Dimensions) -> Bool {
    dimensions.workload == workload && dimensions.design == design
      && dimensions.topology == topology && dimensions.features == features
      && dimensions.views == views && (dimensions.observers ?? 0) == observers
      && (depth == nil || dimensions.depth == depth)
      && (dimensions.middlewares ?? 0) == middlewares
      && ["", "immediate"].contains(dimensions.completion)
      && ["", "uniform"].contains(dimensions.distribution)
      && ["", "memory"].contains(dimensions.storage)
  }
}

/// What a run says about claims.
struct ClaimEvidence {
  /// The run.
  var run: MeasuredRun
  /// The design that a person asks about; `nil`: those that each claim is about.
  let design: String?
  /// What effects in flight kept, in a load beside it.
  var effects: MeasuredEffects?

  /// What was measured of a scenario; `nil` where it was not.
  func scenario(_ wanted: ClaimScenario) -> MeasuredScenario? {
    let found = run.scenarios.values.filter { wanted.matches($0.dimensions) }
    if wanted.isFree { return found.first { $0.dimensions.affinity == Dimensions.free } }
    return found.first { $0.dimensions.affinity == Dimensions.pinned }
      ?? found.first { $0.dimensions.affinity != Dimensions.free }
  }

  /// Two scenarios held against each other; `nil` where one was not measured.
  func pair(base: ClaimScenario, candidate: ClaimScenario) -> ScenarioPair? {
    guard let first = scenario(base), let second = scenario(candidate),
      // Times of two machines are not held against each other.
      first.runID == second.runID
    else { return nil }
    return ScenarioPair(
      base: first, candidate: second, baseLevel: base.design, level: candidate.design)
  }

  /// The designs to speak of: the one that was asked about, or those given.
  func designs(_ standard: [String]) -> [String] { design.map { [$0] } ?? standard }

  /// All designs of the run but the reference, in the order of their names.
  var measuredDesigns: [String] {
    Set(run.scenarios.values.map(\.dimensions.design)).subtracting([Dimensions.reference]).sorted()
  }

  /// The design that the one ratio of a card is about.
  func subject(_ standard: String) -> String { design ?? standard }

  /// Whether a workload was measured at all.
  func has(_ workload: String) -> Bool {
    run.scenarios.values.contains { $0.dimensions.workload == workload }
  }

  /// The workloads of one kind that differ in size, which ends their names, by ascending size.
  func workloads(of kind: String) -> [String] {
    func size(_ name: String) -> Int { Int(name.dropFirst(kind.count)) ?? 0 }
    return Set(run.scenarios.values.map(\.dimensions.workload)).filter { $0.hasPrefix(kind) }
      .sorted { size($0) < size($1) }
  }

  /// The sizes at which a scenario was measured, ascending.
  func features(of wanted: ClaimScenario) -> [Int] {
    let all = Set(run.scenarios.values.compactMap(\.dimensions.features)).sorted()
    return all.filter { size in scenario(wanted.with { $0.features = size }) != nil }
  }
}
