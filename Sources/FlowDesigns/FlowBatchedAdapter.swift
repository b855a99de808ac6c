public import FlowCore
public import FlowHarness
public import Workloads

/// The number of actions of a batch, as a type for which the loop is compiled.
@usableFromInline protocol BatchCount: Sendable {
  static var count: Int { get }
}

@usableFromInline enum TenActions: BatchCount {
  @inlinable static var count: Int { 10 }
}

@usableFromInline enum ThousandActions: BatchCount {
  @inlinable static var count: Int { 1_000 }
}

/// `flow` that receives batches from the measured loop.
@usableFromInline struct FlowBatchedAdapter<F: Feature, Batch: BatchCount>: SynchronousStore {
  @usableFromInline let base: FlowAdapter<F>

  @inlinable init(_ feature: F, isolation: isolated (any Actor)? = #isolation) {
    base = FlowAdapter(feature, isolation: isolation)
  }

  @inlinable static var batchSize: Int { Batch.count }

  @inlinable func send(_ action: F.Action) { base.store.send(action) }

  @inlinable func send(contentsOf actions: UnsafeMutableBufferPointer<F.Action>) {
    base.store.send(contentsOf: actions)
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    base.read(reading, slot: slot)
  }
}

/// `flow-batch-10` and `flow-batch-1000` for features without effects.
@usableFromInline struct FlowBatchedDesign<Batch: BatchCount>: StoreDesign {
  @usableFromInline let description = DesignDescription(
    id: "flow-batch-\(Batch.count)", summary: "flow, sent batches of \(Batch.count) actions",
    questions: [.batches])

  @inlinable func makeStore<S: StoreBuilder>(with builder: S) -> S.Built? {
    // Answers follow the whole batch, which is another order of actions than in other designs.
    guard !S.F.hasEffects else { return nil }
    return builder.makeStore { FlowBatchedAdapter<S.F, Batch>($0) }
  }
}

/// The designs that receive batches.
@usableFromInline package enum FlowBatchedDesigns {
  @MainActor
  @inline(never)
  package static func add(to catalogue: inout Catalogue) {
    catalogue.add(FlowBatchedDesign<TenActions>(), for: .counter)
    catalogue.add(FlowBatchedDesign<ThousandActions>(), for: .counter)
  }
}
