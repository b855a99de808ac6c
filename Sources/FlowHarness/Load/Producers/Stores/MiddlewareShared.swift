import PublishedStores
import Workloads

/// `middleware` on the main actor, without any: each send hops there, and through a task group.
@MainActor
final class MiddlewareShared: SuspendingSharedStore {
  private let store: MiddlewareStore<SequenceState, NumberedAction, Void>

  nonisolated static var isolation: StoreIsolation { .mainActor }

  init(_ initialState: SequenceState) {
    store = MiddlewareStore(
      initialState: initialState,
      reducer: { state, action in
        var next = state
        next.receive(action)
        return next
      }, middlewares: [], dependencies: ())
  }

  // Said again: what the protocol says of it would win.
  @MainActor func send(_ action: NumberedAction) async { await store.send(action) }

  @MainActor func state() -> SequenceState { store.state }
}
