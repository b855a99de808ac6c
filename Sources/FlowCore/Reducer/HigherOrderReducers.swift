/// A reducer that passes each action and the state after it to a closure.
///
/// The reducer remains pure, because an effect calls the closure, before the action's own effects
/// start.
@usableFromInline
package struct LoggingReducer<Base: Reducer>: TransparentReducer {
  /// The state of the base.
  @usableFromInline package typealias State = Base.State
  /// The action of the base.
  @usableFromInline package typealias Action = Base.Action

  /// The reducer whose actions are logged.
  @usableFromInline package let base: Base
  @usableFromInline let sink: (Base.Action, Base.State) -> Void

  @inlinable
  init(_ base: Base, _ sink: @escaping (Base.Action, Base.State) -> Void) {
    self.base = base
    self.sink = sink
  }

  /// Reduces the action and returns an effect that logs it.
  @inlinable
  package func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let effect = base.reduce(into: &state, action: action)
    let reduced = state
    let log = Effect<Base.Action>.perform { [sink] in
      sink(action, reduced)
      return nil
    }
    return log.merged(with: effect)
  }
}

extension Reducer {
  /// Returns this reducer with a closure that receives each action and the state after it.
  ///
  /// - Parameter sink: A closure that is called before the action's own effects start. If it keeps
  ///   the state, the next write to each collection copies it.
  @inlinable
  public func logging(to sink: @escaping (Action, State) -> Void) -> some Reducer<State, Action> {
    LoggingReducer(self, sink)
  }
}

/// A reducer that discards the effects of its base.
///
/// Created by `reducer.ignoringEffects()`.
@usableFromInline
package struct EffectlessReducer<Base: Reducer>: TransparentReducer {
  /// The state of the base.
  @usableFromInline package typealias State = Base.State
  /// The action of the base.
  @usableFromInline package typealias Action = Base.Action

  /// The reducer whose effects are discarded.
  @usableFromInline package let base: Base

  @inlinable package init(base: Base) { self.base = base }

  /// Reduces the action and discards its effect.
  @inlinable
  package func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    _ = base.reduce(into: &state, action: action)
    return .none
  }
}

extension Reducer {
  /// Returns this reducer without effects, for the replay of recorded actions, which include those
  /// of effects.
  @inlinable
  public func ignoringEffects() -> some Reducer<State, Action> { EffectlessReducer(base: self) }
}
