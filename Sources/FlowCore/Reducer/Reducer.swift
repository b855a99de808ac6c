/// A pure function that applies an action to a state in place and returns an effect.
///
/// A reducer is a type and not a closure, so that a store that is generic over it calls it
/// directly. Mark `reduce(into:action:)` as `@inlinable` to let the compiler inline it across
/// modules. The reducer of an app with many features is a `switch` over its action that calls the
/// reducer of each feature; the compiler turns it into a single jump.
public protocol Reducer<State, Action> {
  /// The type of the state.
  associatedtype State
  /// The type of the actions.
  associatedtype Action

  /// Applies an action to the state and returns an effect.
  ///
  /// A reducer must not use clocks, random numbers or other external state directly. Use the
  /// returned effect, or values that the reducer was created with.
  func reduce(into state: inout State, action: Action) -> Effect<Action>

  /// Returns the region of the state that an action may change. The default is `unknown`.
  ///
  /// A store calls this method only while it has observers, and notifies only those whose regions
  /// overlap the result. The region must therefore contain all changes; debug builds check this.
  func region(of action: Action) -> StateRegion

  /// Called after the store's state was replaced by `Store.restore(_:)`. The default implementation
  /// does nothing.
  ///
  /// Implement this method if the reducer keeps a record of actions or states.
  func stateWasReplaced(by state: State)

  /// Called before the store reduces an action of an effect, and not for an action that was sent.
  /// The default implementation does nothing.
  ///
  /// Implement this method if the reducer keeps a record of actions. A hand-written reducer does
  /// not need to forward the call to its child reducers.
  func willReduceAnswer(_ action: Action)

  /// Returns the members of a part of the state that may disappear: a collection, an optional part
  /// or a case of an enum. The default is `nil`, which means unknown.
  ///
  /// While effects of such parts are running, a store calls this method after each action in order
  /// to cancel those of removed members. Reducer combinators implement it for their own parts and
  /// forward the call to their children for others.
  func _presence(of part: _PlacedPart, in state: State) -> _PartPresence?
}

extension Reducer {
  /// Returns `unknown`, so that all observers are checked.
  @inlinable
  public func region(of action: Action) -> StateRegion { .unknown }

  /// Ignores the new state.
  @inlinable
  public func stateWasReplaced(by state: State) {}

  /// Ignores the origin of the action.
  @inlinable
  public func willReduceAnswer(_ action: Action) {}

  /// Returns `nil`, because the reducer knows no part that may disappear.
  @inlinable
  public func _presence(of part: _PlacedPart, in state: State) -> _PartPresence? { nil }
}

/// A reducer made of a closure, for tests and small features.
///
/// A call of the closure costs 2 to 3 ns per action, which a reducer type does not.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let body: (inout State, Action) -> Effect<Action>

  /// Creates a reducer that calls a closure.
  @inlinable
  public init(_ body: @escaping (inout State, Action) -> Effect<Action>) { self.body = body }

  /// Calls the closure and returns its effect.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body(&state, action)
  }
}

/// A reducer that does nothing, as a base for combinators.
public struct EmptyReducer<State, Action>: Reducer {
  /// Creates a reducer that does nothing.
  @inlinable public init() {}

  /// Returns no effect and leaves the state unchanged.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }

  /// Returns the empty region.
  @inlinable
  public func region(of action: Action) -> StateRegion { .nothing }
}
