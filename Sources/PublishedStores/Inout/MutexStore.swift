public import Synchronization

/// The in-place reducer behind a lock: the other way a server would share a store.
///
/// What must be true of it: no action is lost, whoever sends it; a send returns when its action is
/// reduced, on the sender's own thread.
///
/// What it costs: an uncontended lock and unlock for each action. Under contention senders block
/// their threads, which an actor's do not. The reducer must not send to its own store: the lock is
/// not recursive.
public final class MutexStore<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let storedState: Mutex<State>
  @usableFromInline let reducer: InoutReducer<State, Action>

  /// Starts at `initialState`.
  @inlinable
  public init(initialState: State, reducer: @escaping InoutReducer<State, Action>) {
    self.storedState = Mutex(initialState)
    self.reducer = reducer
  }

  /// What the actions so far have made of the initial state; a copy, taken under the lock.
  @inlinable public var state: State { withState { $0 } }

  /// Reduces `action` in place, under the lock.
  @inlinable
  public func send(_ action: Action) {
    // Read before the lock, which is for the state alone.
    let reducer = reducer
    storedState.withLock { reducer(&$0, action) }
  }

  /// Reads part of the state under the lock, without copying the rest.
  @inlinable
  public func withState<Part: Sendable>(_ body: (State) -> Part) -> Part {
    storedState.withLock { body($0) }
  }
}
