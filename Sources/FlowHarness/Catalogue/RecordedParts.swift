public import Workloads

/// A trial over a feature that logs its reductions, and the comparison of the logs.
@usableFromInline
package struct RecordedParts {
  package let parts: TrialParts
  package let comparison: ReductionComparison
}

// Not inlinable, so that no loop is compiled for these stores: nothing here is timed.
extension ModulePair {
  /// Returns a trial of one module, or of copies, that logs its reductions; none if the design does
  /// not support the scenario.
  @usableFromInline
  func recorded(_ context: TrialContext) -> [RecordedParts] {
    recorded(context) { $0.alone(context.scenario) ?? $0.copies(context.scenario) }
  }

  fileprivate func recorded(
    _ context: TrialContext,
    _ trial: (ModulePair<D, RecordedFeature<F>>) -> DesignEntry.Trial?
  ) -> [RecordedParts] {
    let (store, fold) = (ReductionLog<F.Action>(), ReductionLog<F.Action>())
    let pair = ModulePair<D, RecordedFeature<F>>(
      design: design, workload: workload.recorded(in: store), completion: completion)
    guard let trial = trial(pair) else { return [] }
    let make = workload.recorded(in: fold).make
    let count = context.scenario.features
    return [
      RecordedParts(
        parts: TrialParts(
          subject: trial.subject(context),
          fold: count > 1
            ? FoldParts(context) { Copies(make($0), count: count) } : FoldParts(context, make)),
        comparison: ReductionComparison(
          store, fold, middlewares: context.scenario.middlewares))
    ]
  }
}

extension ModulePair where F: ObservingFeature {
  /// As `recorded(_:)`, of one module with middlewares.
  @usableFromInline
  func recordedWithMiddlewares(_ context: TrialContext) -> [RecordedParts] {
    recorded(context) { $0.withMiddlewares(context.scenario) }
  }
}

/// Returns a trial for each kind of the app's modules, because the types of the app are fixed.
@MainActor
@usableFromInline
func recordedKinds<D: StoreDesign>(of design: D, _ context: TrialContext) -> [RecordedParts] {
  // The app's views may need more slots than a module has, and a trace has actions of the app.
  let context = context.ofPart
  func recorded<F: LeafFeature>(_ workload: Workload<F>) -> [RecordedParts] {
    ModulePair(design: design, workload: workload).recorded(context)
  }
  return recorded(.timer) + recorded(.primes) + recorded(.profile) + recorded(.login)
    + recorded(.notes) + recorded(.shop) + recorded(.search)
}

extension Workload {
  fileprivate func recorded(
    in log: ReductionLog<F.Action>
  ) -> Workload<RecordedFeature<F>> {
    Workload<RecordedFeature<F>>(id: description.id, summary: description.summary) { [make] in
      RecordedFeature(base: make($0), log: log)
    }
  }
}
