// The composition of reducers that return effects. Each level adds an array of effects, and each
// `pullback` a closure around each effect.

/// Returns an effect that sends no action.
@inlinable
public func fireAndForget<Action>(_ effect: @escaping PlainEffect) -> FeedbackEffect<Action> {
  { _ in effect() }
}

/// Returns a reducer that runs all reducers on every action, and returns their effects in order.
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

/// Returns a reducer that runs all reducers on every action, and returns their effects in order.
@inlinable
public func combine<State, Action>(
  _ reducers: EffectReducer<State, Action>...
) -> EffectReducer<State, Action> {
  combine(reducers)
}

/// Returns a module's reducer as a reducer of an app, whose effects send actions of the app.
///
/// It ignores actions of other modules, for which `action` returns `nil`.
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

/// Returns a reducer with an effect that writes the action and the new state to `sink` before the
/// action's own effects.
///
/// The effect retains a copy of the state until it has run.
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

/// Returns a reducer that calls `record` with the state before each action, which can record removed
/// values, and then reduces it.
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
