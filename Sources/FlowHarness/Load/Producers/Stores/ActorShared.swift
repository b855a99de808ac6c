import PublishedStores
import Workloads

/// `actor` between tasks.
struct ActorShared: SuspendingSharedStore {
  private let store: ActorStore<SequenceState, NumberedAction>

  static var isolation: StoreIsolation { .ownActor }

  init(_ initialState: SequenceState) {
    store = ActorStore(initialState: initialState, reducer: { $0.receive($1) })
  }

  @concurrent func send(_ action: NumberedAction) async { await store.send(action) }

  func state() async -> SequenceState { await store.state }
}
