import Workloads

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
