import FlowHarness
import FlowResults
import PlainText
import Workloads

extension Catalogue {
  /// Whether a scenario can be run: its stores can be made, and its views notified of changes.
  func canRun(_ scenario: Scenario) -> Bool {
    guard let notification = notification(of: scenario) else { return false }
    let hasViews = scenario.views != .none && scenario.observers > 0
    return (!hasViews || scenario.views.canBeNotified(by: notification))
      && scenario.views.canWatch(
        slots: slots(workload: scenario.workload, features: scenario.features),
        scenario.distribution)
  }
}

/// Why a scenario cannot be run, in words of what its design cannot do.
struct UnmetRequirement: Hashable {
  let design: String
  let workload: String
  /// What it cannot have; nil: it cannot hold the workload at all.
  let demands: String?
  /// Whether there is such a design.
  let isKnown: Bool

  /// What of a scenario a design may be unable to give.
  enum Demand: CaseIterable {
    case topology, features, middlewares, completion, views
  }

  /// Finds what a scenario requires and its design cannot give.
  ///
  /// - Parameter scenario: One that the catalogue cannot run.
  @MainActor
  init(_ scenario: Scenario, in catalogue: Catalogue) {
    design = scenario.design
    workload = scenario.workload
    isKnown = catalogue.designs.contains { $0.id == scenario.design }
    let vain = Demand.allCases.filter {
      catalogue.canRun(scenario.without([$0], in: catalogue))
    }
    if vain.isEmpty, catalogue.canRun(scenario.without(Demand.allCases, in: catalogue)) {
      // No single one is to blame: it is their combination.
      demands = Self.words(Demand.allCases, scenario)
    } else {
      demands = vain.isEmpty ? nil : Self.words(vain, scenario)
    }
  }

  private static func words(_ demands: [Demand], _ scenario: Scenario) -> String {
    demands.compactMap { scenario.words($0) }.joined(separator: " with ")
  }

  /// Sentences about what cannot be had, alike designs together, in the order of the requirements.
  ///
  /// - Parameter namesWorkloads: Whether a design could have it with another workload.
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

  /// What is said of the design.
  private func sentence(namesWorkload: Bool) -> String {
    guard isKnown else { return "cannot be chosen, since this program has no such design" }
    guard let demands else { return "cannot hold \(workload)" }
    return "cannot have \(demands)" + (namesWorkload ? " for \(workload)" : "")
  }
}

extension Scenario {
  /// The same scenario as it is when nobody makes these demands; where that includes the topology, in
  /// one that its design has.
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

  /// What is demanded, in words; `nil` where it is what every design has.
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
