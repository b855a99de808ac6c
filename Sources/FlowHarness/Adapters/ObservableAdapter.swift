import PublishedStores
import Workloads

/// `observable`, with the caller doing the work that the store's shape has no place for.
struct ObservableAdapter<F: Feature>: SynchronousStore, NewStore {
  private let feature: F
  let store: ObservableStore<F.State, F.Action>

  init(_ feature: F) {
    self.feature = feature
    store = ObservableStore(
      initialState: feature.initialState, reducer: feature.returningReducer())
  }

  static var notification: NotificationStyle { .tracking }

  func send(_ action: F.Action) {
    store.send(action)
    if let answer = feature.answer(to: action, after: store.state) { send(answer) }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

extension ObservableAdapter: SynchronousModuleStore where F: LeafFeature {
  typealias Many = ObservableAdapter<Copies<F>>
}
