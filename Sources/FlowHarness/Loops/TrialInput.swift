public import Workloads

/// The feature of a trial, its actions and its views.
@usableFromInline
package struct TrialInput<F: Feature> {
  @usableFromInline package let feature: F
  let distribution: Distribution
  let seed: UInt64
  @usableFromInline let views: [ObserverSpec]
  /// The actions that precede the generated ones, the last one first.
  var recorded: [F.Action] = []

  package init(feature: F, distribution: Distribution, seed: UInt64, views: [ObserverSpec]) {
    self.feature = feature
    self.distribution = distribution
    self.seed = seed
    self.views = views
  }

  /// The memory of one batch of actions.
  static var batchBytes: Int { 1 << 21 }

  @usableFromInline
  package func makeBatch() -> ActionBatch<F> {
    let batch = ActionBatch(
      capacity: ActionBatch<F>.capacity(bytes: Self.batchBytes), feature: feature,
      generator: generator)
    batch.recorded = recorded
    return batch
  }

  var generator: ActionGenerator<F> {
    ActionGenerator(feature: feature, distribution: distribution, seed: seed)
  }

  @usableFromInline var capacity: Int { ActionBatch<F>.capacity(bytes: Self.batchBytes) }
}
