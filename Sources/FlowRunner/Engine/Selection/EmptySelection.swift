import FlowHarness
import FlowResults
import Workloads

/// Says why a request leaves no scenario: which of its options leave none together, and what it is
/// that the designs cannot do.
@MainActor
struct EmptySelection {
  /// The request.
  let options: OptionValues
  let catalogue: Catalogue
  /// All scenarios of a request, whether or not they can be run; `nil` when it cannot be one.
  let candidates: (OptionValues) -> [Scenario]?
  /// Whether one can be run.
  let canRun: (Scenario) -> Bool

  /// How many unmet requirements are named.
  private static var maxSentences: Int { 3 }

  /// The error.
  ///
  /// An option is to blame if without it something would be left; of several reasons for nothing to
  /// be left one is enough. So options are taken back one after the other, as long as nothing is left
  /// without them either: those that remain leave nothing together, and all of them are needed for it.
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
    // What a suite asks of its own is not what the user asked for.
    let others = UnmetRequirement.Demand.allCases.filter { demand in
      !blamed.contains { $0.demand == demand }
    }
    let asked = scenarios.map { $0.without(others, in: catalogue) }
    let vain = asked.filter { !catalogue.canRun($0) }
    let requirements = (vain.isEmpty ? scenarios : vain).map { UnmetRequirement($0, in: catalogue) }
    let namesWorkloads = blamed.contains {
      $0.option.label == WorkloadOptions.workloads.option.label
    }
    // That a design does not hold some of a suite's workloads is no reason, if it has others.
    let unable = Set(requirements.filter { $0.demands != nil }.map(\.design))
    let sentences = UnmetRequirement.sentences(
      requirements.filter { namesWorkloads || $0.demands != nil || !unable.contains($0.design) },
      namesWorkloads: namesWorkloads)
    return sentences.prefix(Self.maxSentences).joined(separator: "; ")
  }
}

/// An option that decides which scenarios there are.
struct SelectingOption {
  let option: CommandOption
  /// What it demands of designs; `nil` when nothing that they may lack.
  let demand: UnmetRequirement.Demand?

  /// All of them; first what one asks for, last what seldom leaves nothing.
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
