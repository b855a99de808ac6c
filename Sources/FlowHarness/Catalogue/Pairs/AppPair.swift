public import Workloads

/// One design with the app of several kinds of modules.
@MainActor
@usableFromInline
struct AppPair<D: StoreDesign> {
  @usableFromInline let design: D

  @inlinable
  init(design: D) { self.design = design }

  /// The pair with its types erased.
  @inlinable
  var entry: DesignEntry {
    DesignEntry(
      abilities: { abilities($0) },
      subject: { context in
        let scenario = context.scenario
        guard scenario.middlewares == 0, scenario.completion == .immediate else { return nil }
        let app = AppFeature(context.storeServices, copies: scenario.features)
        return scenario.topology.plug(
          design, StoreLayout(scenario), into: TrialSocket(context.input(app)))
      })
  }

  /// The abilities of a scenario's stores; `nil` if the design cannot hold the scenario.
  @usableFromInline
  func abilities(_ scenario: Scenario) -> StoreAbilities? {
    guard scenario.middlewares == 0, scenario.completion == .immediate else { return nil }
    return scenario.topology.plug(
      design, StoreLayout(scenario), into: ProbeSocket<AppFeature>())
  }
}
