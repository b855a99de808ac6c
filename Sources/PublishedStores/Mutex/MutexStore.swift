public import Synchronization

/// An in-place reducer behind a lock, for a store that tasks share.
///
/// Requirements: no action of any sender is lost. A send reduces its action on the sender's thread.
///
/// Cost: an uncontended lock and unlock for each action. Under contention senders block their threads,
/// unlike those of an actor. The reducer must not send to its store, because the lock is not recursive.
public final class MutexStore<State: Sendable, Action: Sendable>: Sendable {
  @usableFromInline let storedState: Mutex<State>
  @usableFromInline let reducer: InoutReducer<State, Action>

  /// Creates a store.
  @inlinable
  public init(initialState: State, reducer: @escaping InoutReducer<State, Action>) {
    self.storedState = Mutex(initialState)
    self.reducer = reducer
  }

  /// A copy of the current state, taken under the lock.
  @inlinable public var state: State { withState { $0 } }

  /// Reduces `action` in place, under the lock.
  @inlinable
  public func send(_ action: Action) {
    // Read outside of the lock, which is for the state only.
    let reducer = reducer
    storedState.withLock { reducer(&$0, action) }
  }

  /// Reads part of the state under the lock, without copying the rest.
  @inlinable
  public func withState<Part: Sendable>(_ body: (State) -> Part) -> Part {
    storedState.withLock { body($0) }
  }
}
