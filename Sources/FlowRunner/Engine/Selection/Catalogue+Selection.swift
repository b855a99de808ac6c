import FlowHarness
import FlowResults
import OrderedCollections
import PlainText
import Workloads

extension Catalogue {
  /// The designs of more than one question.
  var broad: [String] { designs.filter { !$0.isNarrow }.map(\.id) }

  /// The designs of more than one question, without those that only record history.
  var general: [String] {
    designs.filter { $0.questions != [.history] && !$0.isNarrow }.map(\.id)
  }

  /// The designs of one question only, beside history.
  var narrow: [String] { designs.filter(\.isNarrow).map(\.id) }

  /// The plain value of each dimension, and all designs, without those that only record history.
  var plain: Sweep {
    let counter = "counter"
    return Sweep(
      designs: designs.filter { $0.questions != [.history] }.map(\.id),
      workloads: workloads.contains { $0.id == counter }
        ? [counter] : workloads.prefix(1).map(\.id))
  }

  /// The designs of at least one of these questions.
  func asked(_ questions: DesignDescription.Question...) -> [String] {
    designs(asked: Set(questions))
  }

  /// Returns the store of a trial, and its expected results.
  func parts(of context: TrialContext) throws(PlanError) -> TrialParts {
    guard let parts = trialParts(of: context) else { throw .unsupported(context.scenario.id) }
    return parts
  }

  /// Returns the error of a request whose scenarios no design can run.
  ///
  /// - Parameter scenarios: All of them.
  func nothingLeft(of scenarios: [Scenario]) -> PlanError {
    guard !designs.isEmpty else { return .nothingLeft(reason: "this program has no designs") }
    if let only = scenarios.first?.workload, measuredAlone.contains(only),
      scenarios.allSatisfy({
        $0.workload == only && !$0.isOneModule && $0.completion != .service
      })
    {
      return .nothingLeft(reason: "\(only) is measured in one store only, without copies")
    }
    let sentences = omissions(of: scenarios)
    return .nothingLeft(reason: sentences.prefix(3).joined(separator: "; "))
  }

  /// Returns sentences about scenarios that their designs cannot run, each with all designs that
  /// lack the same.
  func omissions(of scenarios: [Scenario]) -> [String] {
    var workloads: OrderedDictionary<[String], OrderedSet<String>> = [:]
    for scenario in scenarios {
      var simple = scenario
      (simple.topology, simple.features) = (.single, 1)
      (simple.views, simple.observers, simple.middlewares) = (.none, 0, 0)
      simple.completion = .immediate
      // If a design has no such workload at all, nothing else is a reason.
      let circumstances = canRun(simple) ? scenario.circumstances : ""
      workloads[[scenario.design, circumstances], default: []].append(scenario.workload)
    }
    let lacking = OrderedDictionary(grouping: workloads) { key, workloads in
      "cannot run \(WordsText.some(workloads.elements))\(key[1])"
    }
    return lacking.map { "\(WordsText.some($1.map(\.key[0]))) \($0)" }
  }
}

extension Scenario {
  /// The differences from the simplest scenario of its workload: ` with 2 copies and views of tree`.
  fileprivate var circumstances: String {
    let completionText: String? =
      switch completion {
      case .immediate: nil
      case .suspending, .counted: "effects that suspend"
      case .service: "effects that take time"
      }
    let parts = [
      topology == .single ? nil : "topology \(topology.rawValue)",
      features == 1 ? nil : CountText.text(features, "copy", "copies"),
      middlewares == 0 ? nil : CountText.text(middlewares, "middleware"),
      views == .none ? nil : "views of \(views.rawValue)", completionText,
    ].compactMap { $0 }
    return parts.isEmpty ? "" : " with \(WordsText.some(parts))"
  }
}

extension DesignDescription {
  /// A Boolean value that indicates whether the design only measures scopes or one view.
  fileprivate var isNarrow: Bool {
    !questions.isEmpty && questions.isSubset(of: [.oneView, .scopes])
  }
}
