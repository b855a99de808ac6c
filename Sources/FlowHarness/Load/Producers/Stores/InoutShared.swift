import PublishedStores
import Workloads

/// `inout` on the main actor: each send hops there and back.
@MainActor
final class InoutShared: SuspendingSharedStore {
  private let store: InoutStore<SequenceState, NumberedAction>

  nonisolated static var isolation: StoreIsolation { .mainActor }

  init(_ initialState: SequenceState) {
    store = InoutStore(initialState: initialState, reducer: { $0.receive($1) })
  }

  // Said again: what the protocol says of it would win.
  @MainActor func send(_ action: NumberedAction) { store.send(action) }

  @MainActor func state() -> SequenceState { store.state }
}
