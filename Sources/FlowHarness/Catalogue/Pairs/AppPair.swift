public import Workloads

/// One design with an app of several kinds of modules.
@MainActor
@usableFromInline
struct AppPair<D: StoreDesign, App: AppOfModules> {
  @usableFromInline let design: D
  @usableFromInline let workload: AppWorkload<App>

  @inlinable
  init(design: D, workload: AppWorkload<App>) {
    self.design = design
    self.workload = workload
  }

  /// The pair with its types erased.
  @inlinable
  var entry: DesignEntry {
    DesignEntry(
      abilities: { abilities($0) },
      subject: { context in
        let scenario = context.scenario
        guard scenario.middlewares == 0, scenario.completion == .immediate else { return nil }
        let app = workload.make(context.storeServices, scenario.features)
        return scenario.topology.plug(
          design, StoreLayout(scenario), appInto: TrialSocket(context.input(app)))
      })
  }

  /// What can be said of a scenario's stores; `nil`: the design cannot hold that.
  @usableFromInline
  func abilities(_ scenario: Scenario) -> StoreAbilities? {
    guard scenario.middlewares == 0, scenario.completion == .immediate else { return nil }
    return App.Kinds.fold(FirstKindProbe<D, App>(design: design, topology: scenario.topology))
  }
}

/// Asks what can be said of an app's stores by its first kind of modules.
@MainActor
private struct FirstKindProbe<D: StoreDesign, App: AppOfModules>: @MainActor AppKindFolder {
  let design: D
  let topology: Topology

  func fold<Part: AppPart, Rest: AppKindList>(
    _ part: Part.Type, then rest: Rest.Type
  ) -> StoreAbilities?
  where
    Part.App == App, Rest.App == App, Part.Module: LeafFeature,
    Part.Module.Several == Copies<Part.Module>
  {
    topology.abilities(of: design, holding: App.self, partly: Part.Module.self)
  }

  /// An app without modules.
  func end() -> StoreAbilities? { nil }
}
