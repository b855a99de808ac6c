public import Observation

/// The returning store as a generic `@Observable` class.
///
/// Requirements: every send notifies the registrar, even without readers and without a difference.
///
/// Cost: the macro writes a key-path literal into a generic type, so that each send creates a key path
/// (1,843 ns and 4.3 allocations per action, 45 ns with a key path created once; Swift 6.3, 2 cores),
/// on top of the copies of `ReturningStore`. It is confined to one thread.
@Observable
public final class ObservableStore<State, Action> {
  /// The current state; reads are tracked.
  public private(set) var state: State
  @ObservationIgnored private let reducer: ReturningReducer<State, Action>

  /// Creates a store.
  public init(initialState: State, reducer: @escaping ReturningReducer<State, Action>) {
    self.state = initialState
    self.reducer = reducer
  }

  /// Replaces the state by the reducer's result, and notifies its readers.
  public func send(_ action: Action) {
    state = reducer(state, action)
  }
}
