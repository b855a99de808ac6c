import FlowCore
import Workloads

/// `flow` between tasks: an actor that owns a `Store`, as a server would.
///
/// A `Store` belongs to the actor it is made on, and an actor's initialiser is not on it yet: the
/// store is made in a method.
actor FlowShared: SuspendingSharedStore {
  private var store: Store<SequenceReducer>?

  static var isolation: StoreIsolation { .ownActor }

  init(_ initialState: SequenceState) async { begin(initialState) }

  private func begin(_ initialState: SequenceState) {
    store = Store(initialState: initialState, reducer: SequenceReducer())
  }

  // Without its store it would lose every action, and the proof would say so.
  func send(_ action: NumberedAction) { store?.send(action) }

  func state() -> SequenceState {
    store?.current ?? SequenceState(producers: 0, copies: 0)
  }
}
