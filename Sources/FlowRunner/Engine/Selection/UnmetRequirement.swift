import FlowHarness
import FlowResults
import PlainText
import Workloads

extension Catalogue {
  /// Returns a Boolean value that indicates whether stores of a scenario can be made and its views notified.
  func canRun(_ scenario: Scenario) -> Bool {
    guard let notification = notification(of: scenario) else { return false }
    let hasViews = scenario.views != .none && scenario.observers > 0
    return (!hasViews || scenario.views.canBeNotified(by: notification))
      && scenario.views.canWatch(
        slots: slots(workload: scenario.workload, features: scenario.features),
        scenario.distribution)
  }
}

/// The ability that a design lacks for a scenario.
struct UnmetRequirement: Hashable {
  let design: String
  let workload: String
  /// The missing abilities; `nil`: it cannot hold the workload at all.
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
    let vain = Demand.allCases.filter {
      catalogue.canRun(scenario.without([$0], in: catalogue))
    }
    if vain.isEmpty, catalogue.canRun(scenario.without(Demand.allCases, in: catalogue)) {
      // The combination is missing.
      demands = Self.words(Demand.allCases, scenario)
    } else {
      demands = vain.isEmpty ? nil : Self.words(vain, scenario)
    }
  }

  private static func words(_ demands: [Demand], _ scenario: Scenario) -> String {
    demands.compactMap { scenario.words($0) }.joined(separator: " with ")
  }

  /// Returns sentences about the missing abilities, with all designs that lack the same, in the order of the
  /// requirements.
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
  /// Returns the same scenario without some demands; without the topology, in one that its design has.
  @MainActor
  func without(_ demands: [UnmetRequirement.Demand], in catalogue: Catalogue) -> Scenario {
    var scenario = self
    for demand in demands where demand != .topology {
      switch demand {
      case .topology: break
      case .features: (scenario.features, scenario.groups) = (1, 1)
      case .middlewares: scenario.middlewares = 0
      case .completion: scenario.completion = .immediate
      case .views: (scenario.views, scenario.observers) = (.none, 0)
      }
    }
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
