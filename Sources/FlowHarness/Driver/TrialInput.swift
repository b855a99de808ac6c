public import Workloads

/// What a trial is made of before the store is: the feature, its stream of actions and its views.
@usableFromInline
struct TrialInput<F: Feature> {
  @usableFromInline let feature: F
  let distribution: Distribution
  let seed: UInt64
  @usableFromInline let views: [ObserverSpec]

  /// Memory for one batch of actions.
  static var batchBytes: Int { 1 << 21 }

  @usableFromInline
  func makeBatch() -> ActionBatch<F> {
    ActionBatch(
      capacity: ActionBatch<F>.capacity(bytes: Self.batchBytes), feature: feature,
      generator: generator)
  }

  var generator: ActionGenerator<F> {
    ActionGenerator(feature: feature, distribution: distribution, seed: seed)
  }

  @usableFromInline var capacity: Int { ActionBatch<F>.capacity(bytes: Self.batchBytes) }
}
