import FlowCore
import Workloads

/// `flow` with effects that suspend once before they answer, awaited by the sender.
@MainActor
struct FlowAwaitingAdapter<F: Feature>: @MainActor SuspendingStore, @MainActor NewStore {
  private let feature: F
  nonisolated(unsafe) let store: Store<AwaitingReducer<F>>

  init(_ feature: F) {
    self.feature = feature
    store = Store(initialState: feature.initialState, reducer: AwaitingReducer(feature))
  }

  static var notification: NotificationStyle { .none }

  nonisolated(nonsending) func send(_ action: F.Action) async { await store.run(action) }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}

extension FlowAwaitingAdapter: @MainActor SuspendingModuleStore where F: LeafFeature {
  typealias Many = FlowAwaitingAdapter<Copies<F>>
}
