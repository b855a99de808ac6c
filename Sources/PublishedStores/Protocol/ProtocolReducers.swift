public import FlowCore

/// A reducer made of a closure.
public struct ClosureReducer<State, Action>: StateReducer {
  private let body: @Sendable (State, Action) -> State

  /// Reduces by calling `body` with the old state.
  public init(_ body: @escaping @Sendable (State, Action) -> State) {
    self.body = body
  }

  /// The state that the closure makes of the old one.
  public func reduce(oldState: State, with action: Action) -> State {
    body(oldState, action)
  }
}

/// Runs several reducers on every action, each on the result of the one before.
public struct CombinedReducer<State, Action>: StateReducer {
  private let reducers: [any StateReducer<State, Action>]

  /// Combines `reducers` in the order given.
  public init(_ reducers: [any StateReducer<State, Action>]) {
    self.reducers = reducers
  }

  /// Combines `reducers` in the order given.
  public init(_ reducers: any StateReducer<State, Action>...) {
    self.init(reducers)
  }

  /// The state after all of them.
  public func reduce(oldState: State, with action: Action) -> State {
    reducers.reduce(oldState) { state, reducer in
      reducer.reduce(oldState: state, with: action)
    }
  }
}

extension StateReducer {
  /// Works on the part of a larger state that `state` leads to, for the actions `prism` finds.
  public func lifted<Root, RootAction>(
    state: any WritableKeyPath<Root, State> & Sendable,
    action prism: Prism<RootAction, Action>
  ) -> ClosureReducer<Root, RootAction> {
    ClosureReducer { oldState, rootAction in
      guard let action = prism.extract(rootAction) else { return oldState }
      var newState = oldState
      newState[keyPath: state] = reduce(oldState: oldState[keyPath: state], with: action)
      return newState
    }
  }

  /// Works on the value under the action's key. An action for a key that is gone changes nothing.
  public func keyed<Root, RootAction, Key: Hashable & SendableMetatype>(
    state: any WritableKeyPath<Root, [Key: State]> & Sendable,
    action prism: Prism<RootAction, (Key, Action)>
  ) -> ClosureReducer<Root, RootAction> {
    ClosureReducer { oldState, rootAction in
      guard
        let (key, action) = prism.extract(rootAction),
        let oldValue = oldState[keyPath: state][key]
      else { return oldState }
      var newState = oldState
      newState[keyPath: state][key] = reduce(oldState: oldValue, with: action)
      return newState
    }
  }

  /// Works on the element at the action's offset. An action for an offset that is gone changes
  /// nothing.
  public func offset<Root, RootAction>(
    state: any WritableKeyPath<Root, [State]> & Sendable,
    action prism: Prism<RootAction, (Int, Action)>
  ) -> ClosureReducer<Root, RootAction> {
    ClosureReducer { oldState, rootAction in
      guard
        let (offset, action) = prism.extract(rootAction),
        oldState[keyPath: state].indices.contains(offset)
      else { return oldState }
      var newState = oldState
      newState[keyPath: state][offset] = reduce(
        oldState: oldState[keyPath: state][offset], with: action)
      return newState
    }
  }

  /// Works on a state that may be absent; an absent state stays absent.
  public func optional() -> ClosureReducer<State?, Action> {
    ClosureReducer { oldState, action in
      oldState.map { reduce(oldState: $0, with: action) }
    }
  }
}
