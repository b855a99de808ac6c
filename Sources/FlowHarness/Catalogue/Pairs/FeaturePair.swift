public import Workloads

/// A design that is written for one feature, with the workload of that.
@MainActor
@usableFromInline
struct FeaturePair<D: FeatureDesign> {
  @usableFromInline let design: D
  @usableFromInline let workload: Workload<D.F>

  @inlinable
  init(design: D, workload: Workload<D.F>) {
    self.design = design
    self.workload = workload
  }

  /// The pair with its types erased: one module alone.
  @inlinable
  var entry: DesignEntry {
    DesignEntry(
      abilities: { abilities($0) },
      subject: { context in
        guard context.scenario.isPlainModule else { return nil }
        let module = workload.make(context.storeServices)
        return design.plug(into: TrialSocket(context.input(module)))
      })
  }

  /// What can be said of a scenario's store; `nil`: the design cannot hold that.
  @usableFromInline
  func abilities(_ scenario: Scenario) -> StoreAbilities? {
    guard scenario.isPlainModule else { return nil }
    return design.plug(into: ProbeSocket<D.F>())
  }
}
