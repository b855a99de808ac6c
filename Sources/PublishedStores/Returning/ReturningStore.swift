/// A pure function from the old state and an action to the new state.
public typealias ReturningReducer<State, Action> = @Sendable (State, Action) -> State

/// The first shape everybody writes: a class, a private setter, `state = reducer(state, action)`.
///
/// What must be true of it: the old state is alive while the new one is made. That is the price of
/// the signature, and it stays here on purpose.
///
/// What it costs: the first write to each collection of the state copies its buffer, in every
/// action that writes (0.33 allocations and 107 bytes an action on a state with a 32-Int array, a
/// third of the actions writing; 1,019 ns against 9.8 in place over an app of 100 features; Swift
/// 6.3, 2 cores). Confined to one thread.
public final class ReturningStore<State, Action> {
  @usableFromInline var storedState: State
  @usableFromInline let reducer: ReturningReducer<State, Action>

  /// Starts at `initialState`.
  @inlinable
  public init(initialState: State, reducer: @escaping ReturningReducer<State, Action>) {
    self.storedState = initialState
    self.reducer = reducer
  }

  /// What the actions so far have made of the initial state.
  @inlinable public var state: State { storedState }

  /// Replaces the state by what the reducer makes of it.
  @inlinable
  public func send(_ action: Action) {
    storedState = reducer(storedState, action)
  }
}
