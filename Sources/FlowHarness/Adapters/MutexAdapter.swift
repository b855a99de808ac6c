import PublishedStores
import Workloads

/// `mutex`, with the caller doing the work that the store's shape has no place for.
struct MutexAdapter<F: Feature>: SynchronousStore, NewStore {
  private let feature: F
  let store: MutexStore<F.State, F.Action>

  init(_ feature: F) {
    self.feature = feature
    store = MutexStore(initialState: feature.initialState, reducer: feature.inoutReducer())
  }

  func send(_ action: F.Action) {
    store.send(action)
    guard F.hasEffects, feature.mayRequest(action) else { return }
    let request = store.withState { feature.request(for: action, after: $0) }
    if let request, let answer = feature.perform(request) { send(answer) }
  }

  func read(_ reading: Reading, slot: Int) -> UInt64 {
    store.withState { feature.read(reading, $0, slot: slot) }
  }
}

extension MutexAdapter: SynchronousModuleStore where F: LeafFeature {
  typealias Many = MutexAdapter<Copies<F>>
}
