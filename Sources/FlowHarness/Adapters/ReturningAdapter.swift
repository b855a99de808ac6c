import PublishedStores
import Workloads

/// `returning`, with the caller doing the work that the store's shape has no place for.
struct ReturningAdapter<F: Feature>: SynchronousStore, NewStore {
  private let feature: F
  let store: ReturningStore<F.State, F.Action>

  init(_ feature: F) {
    self.feature = feature
    store = ReturningStore(
      initialState: feature.initialState, reducer: feature.returningReducer())
  }

  func send(_ action: F.Action) {
    store.send(action)
    if let answer = feature.answer(to: action, after: store.state) { send(answer) }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    feature.read(reading, store.state, slot: slot)
  }
}

extension ReturningAdapter: SynchronousModuleStore where F: LeafFeature {
  typealias Many = ReturningAdapter<Copies<F>>
}
