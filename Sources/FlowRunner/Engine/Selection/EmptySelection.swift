import FlowHarness
import FlowResults
import PlainText
import Workloads

/// The reason why a request leaves no scenario: the options that exclude each other, and the
/// missing abilities of designs.
@MainActor
struct EmptySelection {
  let lists: ScenarioLists
  let catalogue: Catalogue
  /// Returns all scenarios of some lists, whether or not they can be run; `nil` if a list is not
  /// valid.
  let candidates: (ScenarioLists) -> [Scenario]?
  let canRun: (Scenario) -> Bool

  private static let maxReasons = 3

  /// Returns the error.
  ///
  /// Options are removed one after the other while the selection stays empty. The remaining options
  /// exclude each other, and each of them is necessary for that.
  ///
  /// - Complexity: As many multiplications of the request's lists as there are options.
  func error() -> PlanError {
    var lists = lists
    var causes: [(option: SelectingOption, text: String)] = []
    for option in SelectingOption.all.reversed() {
      guard let text = option.text(lists) else { continue }
      var without = lists
      option.remove(&without)
      if candidates(without)?.contains(where: canRun) == false {
        lists = without
      } else {
        causes.insert((option, text), at: 0)
      }
    }
    return .nothingLeft(
      options: causes.map { lists.isOfTrace ? $0.option.nameOfTrace : $0.option.name },
      values: causes.map(\.text), reason: reason(causes.map(\.option)))
  }

  private func reason(_ causes: [SelectingOption]) -> String {
    guard !catalogue.designs.isEmpty else { return "this program has no designs" }
    let scenarios = candidates(self.lists) ?? []
    if let only = scenarios.first,
      scenarios.allSatisfy({
        $0.workload == only.workload && !$0.isOneModule && $0.completion != .service
      }),
      catalogue.measuredAlone.contains(only.workload)
    {
      return "\(only.workload) is measured in one store only, without copies"
    }
    // Properties that only a suite demands are not the user's.
    let others = UnmetRequirement.Demand.allCases.filter { demand in
      !causes.contains { $0.demand == demand }
    }
    let asked = scenarios.map { $0.without(others, in: catalogue) }
    let vain = asked.filter { !catalogue.canRun($0) }
    let requirements = (vain.isEmpty ? scenarios : vain).map { UnmetRequirement($0, in: catalogue) }
    let namesWorkloads = causes.contains { $0.name == "--workload" }
    // It is no reason that a design lacks some workloads of a suite.
    let unable = Set(requirements.filter { $0.demands != nil }.map(\.design))
    let sentences = UnmetRequirement.sentences(
      requirements.filter { namesWorkloads || $0.demands != nil || !unable.contains($0.design) },
      namesWorkloads: namesWorkloads)
    return sentences.prefix(Self.maxReasons).joined(separator: "; ")
  }
}

private struct SelectingOption {
  let name: String
  /// The ability that designs may lack; `nil`: none.
  let demand: UnmetRequirement.Demand?
  /// Returns the value; `nil` if it is not given.
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

  /// Creates the option for the latency of a service.
  private init(latency name: String) {
    self.name = name
    demand = .completion
    text = { $0.latency.map { "\($0)" } }
    remove = { $0.latency = nil }
  }

  var nameOfTrace: String {
    ["--workload", "--features"].contains(name) ? "the trace's \(name.dropFirst(2))" : name
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
      SelectingOption("--observers", \.observers, .views),
      SelectingOption("--storage", \.storages),
      SelectingOption("--depth", \.depths),
      SelectingOption("--distribution", \.distributions),
      SelectingOption(latency: "--latency"),
    ]
  }
}

/// The ability that a design lacks for a scenario.
struct UnmetRequirement: Hashable {
  let design: String
  let workload: String
  /// The missing abilities; `nil` if the design cannot hold the workload at all.
  let demands: String?
  let isKnown: Bool

  /// A property of a scenario that a design may lack.
  enum Demand: CaseIterable {
    case topology, features, middlewares, completion, views
  }

  /// Finds the missing abilities of a scenario that the catalogue cannot run.
  @MainActor
  init(_ scenario: Scenario, in catalogue: Catalogue) {
    design = scenario.design
    workload = scenario.workload
    isKnown = catalogue.designs.contains { $0.id == scenario.design }
    let all = Demand.allCases
    var missing = all.filter { catalogue.canRun(scenario.without([$0], in: catalogue)) }
    // If no single ability is missing, the combination may be.
    if missing.isEmpty, catalogue.canRun(scenario.without(all, in: catalogue)) { missing = all }
    demands =
      missing.isEmpty
      ? nil : missing.compactMap { scenario.words($0) }.joined(separator: " with ")
  }

  /// Returns sentences about the missing abilities, with all designs that lack the same, in the
  /// order of the requirements.
  static func sentences(_ requirements: [UnmetRequirement], namesWorkloads: Bool = true) -> [String]
  {
    var sentences: [String] = []
    var designs: [String: [String]] = [:]
    for requirement in requirements {
      let sentence = requirement.sentence(namesWorkload: namesWorkloads)
      if designs[sentence] == nil { sentences.append(sentence) }
      if designs[sentence]?.contains(requirement.design) != true {
        designs[sentence, default: []].append(requirement.design)
      }
    }
    return sentences.map { "\(WordsText.some(designs[$0] ?? [])) \($0)" }
  }

  private func sentence(namesWorkload: Bool) -> String {
    guard isKnown else { return "cannot be chosen, since this program has no such design" }
    guard let demands else { return "cannot hold \(workload)" }
    return "cannot have \(demands)" + (namesWorkload ? " for \(workload)" : "")
  }
}

extension Scenario {
  @MainActor
  func without(_ demands: [UnmetRequirement.Demand], in catalogue: Catalogue) -> Scenario {
    var scenario = self
    if demands.contains(.features) { scenario.features = 1 }
    if demands.contains(.middlewares) { scenario.middlewares = 0 }
    if demands.contains(.completion) { scenario.completion = .immediate }
    if demands.contains(.views) { (scenario.views, scenario.observers) = (.none, 0) }
    guard demands.contains(.topology), !catalogue.canRun(scenario) else { return scenario }
    let wired = Topology.allCases.lazy.map { topology in
      var wired = scenario
      wired.topology = topology
      return wired
    }
    let others = UnmetRequirement.Demand.allCases.filter { $0 != .topology }
    return wired.first { catalogue.canRun($0) }
      ?? wired.first { catalogue.canRun($0.without(others, in: catalogue)) } ?? scenario
  }

  /// Returns the demand in words; `nil` if every design meets it.
  fileprivate func words(_ demand: UnmetRequirement.Demand) -> String? {
    switch demand {
    case .topology: "topology \(topology.rawValue)"
    case .features: features == 1 ? nil : CountText.text(features, "copy", "copies")
    case .middlewares: middlewares == 0 ? nil : CountText.text(middlewares, "middleware")
    case .completion:
      switch completion {
      case .immediate: nil
      case .suspending, .counted: "effects that suspend"
      case .service: "effects that take time"
      }
    case .views: views == .none ? nil : "views of \(views.rawValue)"
    }
  }
}
