/// The pure fold between actions and state, changed in place, which may ask for an effect.
///
/// A reducer is a type, not a closure, so that a store that is generic over it calls it without
/// indirection: mark `reduce(into:action:)` `@inlinable` and the whole path becomes one loop. The
/// reducer of an app with many features is a `switch` over its action that calls each feature's
/// own reducer: the compiler makes it one jump, however many features there are.
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

  /// The region of the state that `action` may change; `unknown`, unless a reducer says otherwise.
  ///
  /// A store asks only while somebody observes, so that it need not ask everybody else. What is said
  /// here must be true: who observes another region is not notified. Debug builds check it.
  func region(of action: Action) -> StateRegion

  /// Notified that the store's state is now `state`, which no action made of the one before
  /// (`Store.restore(_:)`). Does nothing, unless a reducer says otherwise: only those that keep
  /// account of what happens need to know.
  func stateWasReplaced(by state: State)

  /// Notified that `action`, which the store reduces next, was answered by an effect and not sent. Does
  /// nothing, unless a reducer says otherwise: only those that keep account of what happens need to
  /// know. A reducer that calls others by itself need not notify them.
  func willReduceAnswer(_ action: Action)

  /// What there is of a part that may vanish: a member, an optional part, a case of an enum. Nobody
  /// knows, unless a reducer says otherwise: those that hand parts to others know of their own, and
  /// ask the others about the rest.
  ///
  /// A store asks after each action, while effects of such parts run, to end the effects of those
  /// that have gone.
  func presence(of part: PlacedPart, in state: State) -> PartPresence?
}

extension Reducer {
  /// `unknown`: any part of the state may have changed, so every observer is asked.
  @inlinable
  public func region(of action: Action) -> StateRegion { .unknown }

  /// Does nothing: a reducer that keeps no account of actions need not know.
  @inlinable
  public func stateWasReplaced(by state: State) {}

  /// Does nothing: to most reducers an answer is an action like any other.
  @inlinable
  public func willReduceAnswer(_ action: Action) {}

  /// `nil`: this reducer knows of no part that may vanish.
  @inlinable
  public func presence(of part: PlacedPart, in state: State) -> PartPresence? { nil }
}

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
