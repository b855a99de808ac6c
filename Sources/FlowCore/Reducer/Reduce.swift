/// A reducer made of a closure: for tests, small features and glue.
///
/// A store calls the closure indirectly, two or three nanoseconds for each action; a reducer that is
/// a type of its own has no such price.
public struct Reduce<State, Action>: Reducer {
  @usableFromInline let body: (inout State, Action) -> Effect<Action>

  /// Reduces by calling `body`.
  @inlinable
  public init(_ body: @escaping (inout State, Action) -> Effect<Action>) { self.body = body }

  /// Hands the state to the closure to change, and returns the closure's effect.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> {
    body(&state, action)
  }
}

/// A reducer that changes nothing and asks for nothing; what combinators are hung on.
public struct EmptyReducer<State, Action>: Reducer {
  /// A reducer that does nothing.
  @inlinable public init() {}

  /// Leaves the state as it is, and returns no effect.
  @inlinable
  public func reduce(into state: inout State, action: Action) -> Effect<Action> { .none }

  /// The empty region: none of the actions concerns an observer.
  @inlinable
  public func region(of action: Action) -> StateRegion { .nothing }
}
