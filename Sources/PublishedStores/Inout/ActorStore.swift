/// The in-place reducer behind an actor: how a server would share a store between tasks.
///
/// What must be true of it: no action is lost, whoever sends it; the reducer runs alone.
///
/// What it costs: nothing but an uncontended actor switch when the sender is elsewhere, which may
/// mean a hop between threads. No caller can send without `await`, so a sender may find the world
/// changed when it continues.
public actor ActorStore<State: Sendable, Action: Sendable> {
  @usableFromInline var storedState: State
  @usableFromInline let reducer: InoutReducer<State, Action>

  /// Starts at `initialState`.
  @inlinable
  public init(initialState: State, reducer: @escaping InoutReducer<State, Action>) {
    self.storedState = initialState
    self.reducer = reducer
  }

  /// What the actions so far have made of the initial state. The copy that a reader takes makes
  /// the next write to a collection copy its buffer.
  @inlinable public var state: State { storedState }

  /// Reduces `action` in place.
  @inlinable
  public func send(_ action: Action) {
    reducer(&storedState, action)
  }
}
