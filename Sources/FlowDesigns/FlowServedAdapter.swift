public import FlowCore
public import PublishedStores
public import Workloads

/// `flow` with effects that take time, and that a newer one cancels by its identifier.
@usableFromInline struct FlowServedAdapter<F: Feature>: SynchronousStore {
  @usableFromInline let feature: F
  @usableFromInline let store: Store<ServedReducer<F>>

  /// A store on the caller's actor, whichever that is.
  @inlinable init(_ feature: F, isolation: isolated (any Actor)? = #isolation) {
    self.feature = feature
    store = Store(
      initialState: feature.initialState, reducer: ServedReducer(feature), isolation: isolation)
  }

  @inlinable func send(_ action: F.Action) { store.send(action) }

  @inlinable func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}
