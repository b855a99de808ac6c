/// The pure fold between actions and state, changed in place, which may ask for an effect.
///
/// A reducer is a type, not a closure, so that a store that is generic over it calls it without
/// indirection: mark `reduce(into:action:)` `@inlinable` and the whole path becomes one loop.
public protocol Reducer<State, Action> {
  /// What is kept.
  associatedtype State
  /// What can happen to it.
  associatedtype Action

  /// Applies `action` to `state` and returns the work it asks for.
  ///
  /// Must not read clocks, random numbers or the world: those are dependencies, reached through the
  /// returned effect or through values the reducer was made with.
  func reduce(into state: inout State, action: Action) -> Effect<Action>
}
