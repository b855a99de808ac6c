import FlowCore
import Workloads

/// `flow` with effects that take time, and that a newer one cancels by its identifier.
struct FlowServedAdapter<F: ServedFeature>: SynchronousStore {
  private let feature: F
  private let store: Store<ServedReducer<F>>

  /// A store on the caller's actor, whichever that is.
  init(_ feature: F, isolation: isolated (any Actor)? = #isolation) {
    self.feature = feature
    store = Store(
      initialState: feature.initialState, reducer: ServedReducer(feature), isolation: isolation)
  }

  func send(_ action: F.Action) { store.send(action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}
