import FlowCore
import Workloads

/// `flow`, whose sender awaits all that an action caused, in its own task: `Store.run`.
@MainActor
struct FlowAwaitingAdapter<F: Feature, R: Reducer>: @MainActor SuspendingStore
where R.State == F.State, R.Action == F.Action {
  private let feature: F
  // Unsafe: `send` runs on the caller's executor, which is the main actor's (the driver's).
  nonisolated(unsafe) let store: Store<R>

  init(_ feature: F, _ reducer: R) {
    self.feature = feature
    store = Store(initialState: feature.initialState, reducer: reducer)
  }

  static var notification: NotificationStyle { .none }

  nonisolated(nonsending) func send(_ action: F.Action) async { await store.run(action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}

extension FlowAwaitingAdapter: @MainActor NewStore where R == AwaitingReducer<F> {
  /// A store whose effects suspend once before they answer.
  init(_ feature: F) { self.init(feature, AwaitingReducer(feature)) }
}

extension FlowAwaitingAdapter: @MainActor SuspendingModuleStore
where F: LeafFeature, R == AwaitingReducer<F> {
  typealias Many = FlowAwaitingAdapter<Copies<F>, AwaitingReducer<Copies<F>>>
}
