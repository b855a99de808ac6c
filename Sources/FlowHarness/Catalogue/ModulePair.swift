public import Workloads

/// A design with the workload of one module.
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

  /// Returns the trial of one module in one store; `nil` for other scenarios, and if the design does
  /// not support it.
  @inlinable
  func alone(_ scenario: Scenario) -> DesignEntry.Trial? {
    guard scenario.isOneModule, scenario.middlewares == 0, scenario.completion == completion
    else { return nil }
    return design.makeStore(with: TrialStoreBuilder<F>())?.trial(workload.make)
  }

  /// Returns the trial of copies in any topology; `nil` for other scenarios, and if the design does
  /// not support it.
  @inlinable
  func copies(_ scenario: Scenario) -> DesignEntry.Trial? {
    guard !scenario.isOneModule, scenario.middlewares == 0, scenario.completion == completion
    else { return nil }
    let (make, count) = (workload.make, scenario.features)
    return scenario.topology.makeStore(
      design, depth: scenario.scopeDepth ?? 1, with: TrialStoreBuilder<Copies<F>>()
    )?.trial { Copies(make($0), count: count) }
  }
}

extension ModulePair where F: ObservingFeature {
  /// Returns the trial of one module with middlewares; `nil` for other scenarios, and if the design
  /// does not support it.
  @inlinable
  func withMiddlewares(_ scenario: Scenario) -> DesignEntry.Trial? {
    guard scenario.middlewares > 0, scenario.isOneModule, scenario.completion == .immediate
    else { return nil }
    return design.makeStoreWithMiddlewares(scenario.middlewares, with: TrialStoreBuilder<F>())?
      .trial(workload.make)
  }
}

extension Scenario {
  /// A Boolean value that indicates whether one store holds one module, and not a collection of
  /// one.
  @usableFromInline
  package var isOneModule: Bool { topology == .single && features == 1 }

  /// A Boolean value that indicates whether it is one module without middlewares or asynchronous
  /// effects.
  @usableFromInline
  var isPlainModule: Bool { isOneModule && middlewares == 0 && completion == .immediate }
}
