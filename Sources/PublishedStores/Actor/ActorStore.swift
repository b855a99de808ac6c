/// An in-place reducer behind an actor, for a store that tasks share.
///
/// Requirements: no action of any sender is lost, and reductions exclude each other.
///
/// Cost: an uncontended actor switch, which may be a hop between threads. Senders must await, and the
/// state may have changed when they continue.
public actor ActorStore<State: Sendable, Action: Sendable> {
  @usableFromInline var storedState: State
  @usableFromInline let reducer: InoutReducer<State, Action>

  /// Creates a store.
  @inlinable
  public init(initialState: State, reducer: @escaping InoutReducer<State, Action>) {
    self.storedState = initialState
    self.reducer = reducer
  }

  /// The current state; after a read, the next write to a collection copies its buffer.
  @inlinable public var state: State { storedState }

  /// Reduces `action` in place.
  @inlinable
  public func send(_ action: Action) {
    reducer(&storedState, action)
  }
}
