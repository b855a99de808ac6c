public import FlowCore

/// A reducer that calls a closure.
public struct ClosureReducer<State, Action>: StateReducer {
  private let body: @Sendable (State, Action) -> State

  /// Creates a reducer that calls `body` with the old state.
  public init(_ body: @escaping @Sendable (State, Action) -> State) {
    self.body = body
  }

  /// Returns the result of the closure.
  public func reduce(oldState: State, with action: Action) -> State {
    body(oldState, action)
  }
}

/// Several reducers that run on every action, each on the result of the one before.
public struct CombinedReducer<State, Action>: StateReducer {
  private let reducers: [any StateReducer<State, Action>]

  /// Combines reducers in their order.
  public init(_ reducers: [any StateReducer<State, Action>]) {
    self.reducers = reducers
  }

  /// Combines reducers in their order.
  public init(_ reducers: any StateReducer<State, Action>...) {
    self.init(reducers)
  }

  /// Returns the state after all reducers.
  public func reduce(oldState: State, with action: Action) -> State {
    reducers.reduce(oldState) { state, reducer in
      reducer.reduce(oldState: state, with: action)
    }
  }
}

extension StateReducer {
  /// Returns a reducer of a part of a larger state, with actions by `path`.
  public func lifted<Root, RootAction>(
    state: any WritableKeyPath<Root, State> & Sendable,
    action path: CasePath<RootAction, Action>
  ) -> ClosureReducer<Root, RootAction> {
    ClosureReducer { oldState, rootAction in
      guard let action = path.extract(rootAction) else { return oldState }
      var newState = oldState
      newState[keyPath: state] = reduce(oldState: oldState[keyPath: state], with: action)
      return newState
    }
  }

  /// Returns a reducer of the value of the action's key. Actions for missing keys change nothing.
  public func keyed<Root, RootAction, Key: Hashable & SendableMetatype>(
    state: any WritableKeyPath<Root, [Key: State]> & Sendable,
    action path: CasePath<RootAction, (Key, Action)>
  ) -> ClosureReducer<Root, RootAction> {
    ClosureReducer { oldState, rootAction in
      guard
        let (key, action) = path.extract(rootAction),
        let oldValue = oldState[keyPath: state][key]
      else { return oldState }
      var newState = oldState
      newState[keyPath: state][key] = reduce(oldState: oldValue, with: action)
      return newState
    }
  }

  /// Returns a reducer of the element at the action's offset. Actions for missing offsets change
  /// nothing.
  public func offset<Root, RootAction>(
    state: any WritableKeyPath<Root, [State]> & Sendable,
    action path: CasePath<RootAction, (Int, Action)>
  ) -> ClosureReducer<Root, RootAction> {
    ClosureReducer { oldState, rootAction in
      guard
        let (offset, action) = path.extract(rootAction),
        oldState[keyPath: state].indices.contains(offset)
      else { return oldState }
      var newState = oldState
      newState[keyPath: state][offset] = reduce(
        oldState: oldState[keyPath: state][offset], with: action)
      return newState
    }
  }

  /// Returns a reducer of an optional state; an absent state stays absent.
  public func optional() -> ClosureReducer<State?, Action> {
    ClosureReducer { oldState, action in
      oldState.map { reduce(oldState: $0, with: action) }
    }
  }
}
