/// A module made of smaller reducers, each for a part of its state, and of what wraps them.
///
/// `reduce(into:action:)` is what they amount to, with no composition to pay for; a store design
/// that composes reducers does it with these.
public protocol ComposedFeature: LeafFeature {
  /// Hands every reducer to the visitor, in the order in which they run.
  func visitReducers<V: LocalReducerVisitor>(_ visitor: inout V)
  where V.State == State, V.Action == Action

  /// The reducer of the whole module, made of one that runs all of them.
  func wrapped(
    _ reducer: @escaping @Sendable (inout State, Action) -> Void
  ) -> @Sendable (inout State, Action) -> Void
}

/// Receives the reducers that a module is made of.
public protocol LocalReducerVisitor {
  /// The module's.
  associatedtype State
  /// The module's.
  associatedtype Action

  /// Called for each reducer.
  ///
  /// - Parameters:
  ///   - reducer: Changes its part of the state in place.
  ///   - state: The path to that part.
  ///   - action: The reducer's own action, if it is one.
  mutating func visit<LocalState, LocalAction>(
    _ reducer: @escaping @Sendable (inout LocalState, LocalAction) -> Void,
    state: any WritableKeyPath<State, LocalState> & Sendable,
    action: @escaping @Sendable (Action) -> LocalAction?)
}
