// How reducers that return effects become an app. The same four moves as for `InoutReducer`, with
// effects gathered in order and translated on the way out: an array for each level that an effect
// passes, and a closure around it for each `pullback`.

/// An effect that only acts: its `send` is never called.
@inlinable
public func fireAndForget<Action>(_ effect: @escaping PlainEffect) -> FeedbackEffect<Action> {
  { _ in effect() }
}

/// Runs all reducers on every action, in the order given, and returns all their effects in order.
@inlinable
public func combine<State, Action>(
  _ reducers: [EffectReducer<State, Action>]
) -> EffectReducer<State, Action> {
  { state, action in
    var effects: [FeedbackEffect<Action>] = []
    for reducer in reducers {
      effects.append(contentsOf: reducer(&state, action))
    }
    return effects
  }
}

/// Runs all reducers on every action, in the order given, and returns all their effects in order.
@inlinable
public func combine<State, Action>(
  _ reducers: EffectReducer<State, Action>...
) -> EffectReducer<State, Action> {
  combine(reducers)
}

/// Lets a module's reducer work on its part of a larger state, and its effects answer in the
/// larger app's actions.
///
/// Actions for which `action` is `nil` belong to other modules: they change and ask for nothing.
@inlinable
public func pullback<LocalState, LocalAction, State, Action>(
  _ reducer: @escaping EffectReducer<LocalState, LocalAction>,
  value: any WritableKeyPath<State, LocalState> & Sendable,
  action: @escaping @Sendable (Action) -> LocalAction?,
  embed: @escaping @Sendable (LocalAction) -> Action
) -> EffectReducer<State, Action> {
  { state, globalAction in
    guard let localAction = action(globalAction) else { return [] }
    let localEffects = reducer(&state[keyPath: value], localAction)
    return localEffects.map { localEffect in
      { send in localEffect { send(embed($0)) } }
    }
  }
}

/// Says every action, and the state it led to, to `sink`, in an effect that runs before the
/// action's own effects: the reducer stays pure.
///
/// The effect holds a copy of the state until it has run.
@inlinable
public func logging<State: Sendable, Action: Sendable>(
  _ reducer: @escaping EffectReducer<State, Action>,
  to sink: @escaping @Sendable (String) -> Void
) -> EffectReducer<State, Action> {
  { state, action in
    let effects = reducer(&state, action)
    let newState = state
    let log: FeedbackEffect<Action> = fireAndForget {
      sink("action: \(action)")
      sink("state: \(newState)")
    }
    return [log] + effects
  }
}

/// Lets `record` note in the state what an action is about to do, then reduces it.
///
/// `record` sees the state as the action found it: what is removed can still be named.
@inlinable
public func activityFeed<State, Action>(
  _ reducer: @escaping EffectReducer<State, Action>,
  record: @escaping @Sendable (inout State, Action) -> Void
) -> EffectReducer<State, Action> {
  { state, action in
    record(&state, action)
    return reducer(&state, action)
  }
}
