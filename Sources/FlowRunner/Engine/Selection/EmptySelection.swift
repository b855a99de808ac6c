import FlowHarness
import FlowResults
import Workloads

/// The reason why a request leaves no scenario: the options that exclude each other, and the missing abilities
/// of designs.
@MainActor
struct EmptySelection {
  let options: OptionValues
  let catalogue: Catalogue
  /// Returns all scenarios of a request, whether or not they can be run; `nil` if it is not valid.
  let candidates: (OptionValues) -> [Scenario]?
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
    var options = options
    var blamed: [SelectingOption] = []
    for selecting in SelectingOption.all.reversed() where options.isAsked(selecting.option) {
      var without = options
      without.remove(selecting.option)
      if leavesNothing(without) { options = without } else { blamed.insert(selecting, at: 0) }
    }
    return .nothingLeft(
      options: blamed.map { options.name($0.option) },
      values: blamed.map { options.text($0.option) ?? "" }, reason: reason(blamed))
  }

  private func leavesNothing(_ options: OptionValues) -> Bool {
    guard let scenarios = candidates(options) else { return false }
    return !scenarios.contains(where: canRun)
  }

  private func reason(_ blamed: [SelectingOption]) -> String {
    guard !catalogue.designs.isEmpty else { return "this program has no designs" }
    let scenarios = candidates(options) ?? []
    guard !scenarios.isEmpty else { return "there are more groups than features" }
    // The demands of a suite are not those of the user.
    let others = UnmetRequirement.Demand.allCases.filter { demand in
      !blamed.contains { $0.demand == demand }
    }
    let asked = scenarios.map { $0.without(others, in: catalogue) }
    let vain = asked.filter { !catalogue.canRun($0) }
    let requirements = (vain.isEmpty ? scenarios : vain).map { UnmetRequirement($0, in: catalogue) }
    let namesWorkloads = blamed.contains {
      $0.option.label == WorkloadOptions.workloads.option.label
    }
    // It is no reason that a design lacks some workloads of a suite.
    let unable = Set(requirements.filter { $0.demands != nil }.map(\.design))
    let sentences = UnmetRequirement.sentences(
      requirements.filter { namesWorkloads || $0.demands != nil || !unable.contains($0.design) },
      namesWorkloads: namesWorkloads)
    return sentences.prefix(Self.maxSentences).joined(separator: "; ")
  }
}

/// An option that selects scenarios.
struct SelectingOption {
  let option: CommandOption
  /// The ability that designs may lack; `nil`: none.
  let demand: UnmetRequirement.Demand?

  /// All of them; the last ones seldom leave nothing.
  static let all = [
    SelectingOption(option: DesignOptions.designs.option, demand: nil),
    SelectingOption(option: WorkloadOptions.workloads.option, demand: nil),
    SelectingOption(option: DesignOptions.topologies.option, demand: .topology),
    SelectingOption(option: ShapeOptions.views.option, demand: .views),
    SelectingOption(option: ShapeOptions.middlewares.option, demand: .middlewares),
    SelectingOption(option: ShapeOptions.completions.option, demand: .completion),
    SelectingOption(option: SizeOptions.features.option, demand: .features),
    SelectingOption(option: DesignOptions.groups.option, demand: nil),
    SelectingOption(option: ShapeOptions.observers.option, demand: .views),
    SelectingOption(option: ShapeOptions.storages.option, demand: nil),
    SelectingOption(option: ShapeOptions.depths.option, demand: nil),
    SelectingOption(option: SizeOptions.distributions.option, demand: nil),
    SelectingOption(option: ServiceOptions.latency.option, demand: .completion),
  ]
}
