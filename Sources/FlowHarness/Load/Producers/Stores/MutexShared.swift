import PublishedStores
import Workloads

/// `mutex` between threads: whoever sends reduces, behind the store's lock.
struct MutexShared: BlockingSharedStore {
  private let store: MutexStore<SequenceState, NumberedAction>

  static var isolation: StoreIsolation { .lock }

  init(_ initialState: SequenceState) {
    store = MutexStore(initialState: initialState, reducer: { $0.receive($1) })
  }

  func send(_ action: NumberedAction) { store.send(action) }

  func state() async -> SequenceState { store.state }
}
