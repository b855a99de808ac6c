public import Workloads

/// A design with the workload of one module: alone in a store, or copies of it in any topology.
@MainActor
@usableFromInline
struct ModulePair<D: StoreDesign, F: LeafFeature> {
  @usableFromInline let design: D
  @usableFromInline let workload: Workload<F>
  /// The completion of effects in its scenarios.
  @usableFromInline let completion: Completion

  @inlinable
  init(design: D, workload: Workload<F>, completion: Completion = .immediate) {
    self.design = design
    self.workload = workload
    self.completion = completion
  }

  /// Returns the trial of a scenario; `nil` if the design does not support it.
  @inlinable
  func trial(_ scenario: Scenario) -> DesignEntry.Trial? {
    guard scenario.middlewares == 0, scenario.completion == completion else { return nil }
    let make = workload.make
    guard !scenario.isOneModule else {
      return design.makeStore(with: TrialStoreBuilder<F>())?.trial(make)
    }
    let count = scenario.features
    return scenario.topology.makeStore(
      design, depth: scenario.scopeDepth ?? 1, with: TrialStoreBuilder<Copies<F>>()
    )?.trial { Copies(make($0), count: count) }
  }
}

extension ModulePair where F: ObservingFeature {
  /// Returns the trial of a scenario, which may have middlewares on one module.
  @inlinable
  func trialWithMiddlewares(_ scenario: Scenario) -> DesignEntry.Trial? {
    guard scenario.middlewares > 0 else { return trial(scenario) }
    guard scenario.isOneModule, scenario.completion == .immediate else { return nil }
    return design.makeStoreWithMiddlewares(scenario.middlewares, with: TrialStoreBuilder<F>())?
      .trial(workload.make)
  }
}

extension Scenario {
  /// A Boolean value that indicates whether one store holds one module, and not a collection of
  /// one.
  @usableFromInline
  var isOneModule: Bool { topology == .single && features == 1 }

  /// A Boolean value that indicates whether it is one module without middlewares or asynchronous
  /// effects.
  @usableFromInline
  var isPlainModule: Bool { isOneModule && middlewares == 0 && completion == .immediate }
}
