/// A reducer whose actions, and the states they lead to, are said to a sink.
///
/// The reducer stays pure: the sink is called by an effect, before the action's own effects.
public struct LoggingReducer<Base: Reducer>: TransparentReducer {
  /// The base's state; the sink is given what each action made of it.
  public typealias State = Base.State
  /// What can happen to it.
  public typealias Action = Base.Action

  /// The reducer whose actions are said.
  public let base: Base
  @usableFromInline let sink: (Base.Action, Base.State) -> Void

  @inlinable
  init(_ base: Base, _ sink: @escaping (Base.Action, Base.State) -> Void) {
    self.base = base
    self.sink = sink
  }

  /// Reduces, and asks for the line to be said.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let effect = base.reduce(into: &state, action: action)
    let reduced = state
    let say = Effect<Base.Action>.run { [sink] in
      sink(action, reduced)
      return nil
    }
    return say.merged(with: effect)
  }
}

/// A reducer that notes in its state what its actions are about to do.
public struct ActivityReducer<Base: Reducer>: Reducer {
  @usableFromInline let base: Base
  @usableFromInline let note: (inout Base.State, Base.Action) -> Void

  @inlinable
  init(_ base: Base, _ note: @escaping (inout Base.State, Base.Action) -> Void) {
    self.base = base
    self.note = note
  }

  /// Calls the note with the state as the action found it, then lets the base reduce.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    note(&state, action)
    return base.reduce(into: &state, action: action)
  }

  /// Notifies the base; nothing is noted, for no action made this state.
  @inlinable
  public func stateWasReplaced(by state: Base.State) { base.stateWasReplaced(by: state) }

  /// Announces the answer to the base; it is noted like any action when it is reduced.
  @inlinable
  public func willReduceAnswer(_ action: Base.Action) { base.willReduceAnswer(action) }

  /// What the base knows.
  @inlinable
  public func presence(of part: PlacedPart, in state: Base.State) -> PartPresence? {
    base.presence(of: part, in: state)
  }
}

extension Reducer {
  /// This reducer, which says every action and the state after it to a sink.
  ///
  /// - Parameter sink: Called before the action's own effects start. It holds the state only while
  ///   it runs; what it keeps makes the next write to a collection copy it.
  @inlinable
  public func logging(to sink: @escaping (Action, State) -> Void) -> LoggingReducer<Self> {
    LoggingReducer(self, sink)
  }

  /// This reducer, which notes what its actions are about to do.
  ///
  /// - Parameter note: Sees the state as the action found it: what is removed can still be named.
  @inlinable
  public func activityFeed(
    _ note: @escaping (inout State, Action) -> Void
  ) -> ActivityReducer<Self> { ActivityReducer(self, note) }
}

/// A reducer that does what another one does, and asks for no work.
///
/// Made by `reducer.ignoringEffects()`.
public struct EffectlessReducer<Base: Reducer>: TransparentReducer {
  /// The base's state, which changes as it would without this reducer.
  public typealias State = Base.State
  /// What can happen to it.
  public typealias Action = Base.Action

  /// The reducer whose effects are left out.
  public let base: Base

  @inlinable init(base: Base) { self.base = base }

  /// Reduces the action; what it asks for is not done.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    _ = base.reduce(into: &state, action: action)
    return .none
  }
}

extension Reducer {
  /// This reducer without its effects: for replaying recorded actions, which have the effects'
  /// answers among them already.
  @inlinable
  public func ignoringEffects() -> EffectlessReducer<Self> { EffectlessReducer(base: self) }
}
