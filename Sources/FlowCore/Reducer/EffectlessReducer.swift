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
