import FlowHarness
import FlowResults
import Workloads

/// The reason why a request leaves no scenario: the options that exclude each other, and the missing abilities
/// of designs.
@MainActor
struct EmptySelection {
  /// The given lists.
  let lists: ScenarioLists
  let catalogue: Catalogue
  /// Returns all scenarios of some lists, whether or not they can be run; `nil` if a list is not valid.
  let candidates: (ScenarioLists) -> [Scenario]?
  let canRun: (Scenario) -> Bool

  /// The maximum number of reasons.
  private static var maxSentences: Int { 3 }

  /// Returns the error.
  ///
  /// Options are removed one after the other as long as nothing is left without them either: the others exclude
  /// each other, and each of them is necessary for that.
  ///
  /// - Complexity: As many multiplications of the request's lists as there are options.
  func error() -> PlanError {
    var lists = lists
    var blamed: [(selecting: SelectingOption, text: String)] = []
    for selecting in SelectingOption.all.reversed() {
      guard let text = selecting.text(lists) else { continue }
      var without = lists
      selecting.remove(&without)
      if leavesNothing(without) { lists = without } else { blamed.insert((selecting, text), at: 0) }
    }
    return .nothingLeft(
      options: blamed.map { lists.isOfTrace ? $0.selecting.nameOfTrace : $0.selecting.name },
      values: blamed.map(\.text), reason: reason(blamed.map(\.selecting)))
  }

  private func leavesNothing(_ lists: ScenarioLists) -> Bool {
    guard let scenarios = candidates(lists) else { return false }
    return !scenarios.contains(where: canRun)
  }

  private func reason(_ blamed: [SelectingOption]) -> String {
    guard !catalogue.designs.isEmpty else { return "this program has no designs" }
    let scenarios = candidates(self.lists) ?? []
    guard !scenarios.isEmpty else { return "there are more groups than features" }
    // The demands of a suite are not those of the user.
    let others = UnmetRequirement.Demand.allCases.filter { demand in
      !blamed.contains { $0.demand == demand }
    }
    let asked = scenarios.map { $0.without(others, in: catalogue) }
    let vain = asked.filter { !catalogue.canRun($0) }
    let requirements = (vain.isEmpty ? scenarios : vain).map { UnmetRequirement($0, in: catalogue) }
    let namesWorkloads = blamed.contains { $0.name == "--workload" }
    // It is no reason that a design lacks some workloads of a suite.
    let unable = Set(requirements.filter { $0.demands != nil }.map(\.design))
    let sentences = UnmetRequirement.sentences(
      requirements.filter { namesWorkloads || $0.demands != nil || !unable.contains($0.design) },
      namesWorkloads: namesWorkloads)
    return sentences.prefix(Self.maxSentences).joined(separator: "; ")
  }
}

/// An option that selects scenarios.
private struct SelectingOption {
  let name: String
  /// The ability that designs may lack; `nil`: none.
  let demand: UnmetRequirement.Demand?
  /// The value; `nil` if it is not given.
  let text: (ScenarioLists) -> String?
  let remove: (inout ScenarioLists) -> Void

  private init<Value>(
    _ name: String, _ path: WritableKeyPath<ScenarioLists, [Value]?>,
    _ demand: UnmetRequirement.Demand? = nil
  ) {
    self.name = name
    self.demand = demand
    text = { lists in
      lists[keyPath: path].map { values in
        values.map { (($0 as? any RawRepresentable)?.rawValue).map { "\($0)" } ?? "\($0)" }
          .joined(separator: ",")
      }
    }
    remove = { $0[keyPath: path] = nil }
  }

  /// The latency of a service.
  private init(latency name: String) {
    self.name = name
    demand = .completion
    text = { $0.latency.map { "\($0)" } }
    remove = { $0.latency = nil }
  }

  /// The name of the option where a trace determines its value.
  var nameOfTrace: String {
    switch name {
    case "--workload", "--features": "the trace's \(name.dropFirst(2))"
    default: name
    }
  }

  /// All of them; the last ones seldom leave nothing.
  static var all: [SelectingOption] {
    [
      SelectingOption("--design", \.designs),
      SelectingOption("--workload", \.workloads),
      SelectingOption("--topology", \.topologies, .topology),
      SelectingOption("--views", \.views, .views),
      SelectingOption("--middlewares", \.middlewares, .middlewares),
      SelectingOption("--completion", \.completions, .completion),
      SelectingOption("--features", \.features, .features),
      SelectingOption("--groups", \.groups),
      SelectingOption("--observers", \.observers, .views),
      SelectingOption("--storage", \.storages),
      SelectingOption("--depth", \.depths),
      SelectingOption("--distribution", \.distributions),
      SelectingOption(latency: "--latency"),
    ]
  }
}
