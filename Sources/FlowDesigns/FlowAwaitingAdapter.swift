public import FlowCore
public import Workloads

/// `flow`, whose sender awaits everything that an action causes: `Store.sendAndWait(_:)`.
@MainActor
@usableFromInline struct FlowAwaitingAdapter<F: Feature, R: Reducer>: @MainActor SuspendingStore
where R.State == F.State, R.Action == F.Action {
  @usableFromInline let feature: F
  // Unsafe: `send` runs on the caller's executor, which is the main actor's (the driver's).
  @usableFromInline nonisolated(unsafe) let store: Store<R>

  @inlinable init(_ feature: F, _ reducer: R) {
    self.feature = feature
    store = Store(initialState: feature.initialState, reducer: reducer)
  }

  @inlinable static var notification: NotificationStyle { .none }

  @inlinable nonisolated(nonsending) func send(_ action: F.Action) async {
    await store.sendAndWait(action)
  }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}
