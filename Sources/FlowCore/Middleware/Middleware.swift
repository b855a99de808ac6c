/// A type that observes all actions of a store and may return effects, but cannot change the state.
///
/// A middleware decides synchronously whether an action concerns it, so an action that does not
/// costs a call and not a task. Effects that suspend run concurrently with those of other
/// middlewares and start on the store's executor.
public protocol Middleware<State, Action> {
  /// The type of the state that the middleware reads.
  associatedtype State
  /// The type of the actions that the middleware observes and sends.
  associatedtype Action

  /// Returns an effect for an action, given the state after its reduction.
  ///
  /// The method is called on the store's actor as part of the reduction, so it must not read the
  /// store. A ``History`` may call it again to recompute a state, so it must be pure.
  func effect(of action: Action, in state: State) -> Effect<Action>
}

/// A reducer with a middleware.
public struct MiddlewareReducer<
  Base: Reducer, M: Middleware<Base.State, Base.Action>
>: TransparentReducer {
  /// The state of the base, which the middleware reads after each action.
  public typealias State = Base.State
  /// The action of the base.
  public typealias Action = Base.Action

  /// The reducer whose actions the middleware observes.
  public let base: Base
  @usableFromInline let middleware: M

  @inlinable
  init(_ base: Base, _ middleware: M) {
    self.base = base
    self.middleware = middleware
  }

  /// Reduces the action and then calls the middleware.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let effect = base.reduce(into: &state, action: action)
    return effect.merged(with: middleware.effect(of: action, in: state))
  }
}

extension Reducer {
  /// Returns this reducer with a middleware that observes its actions.
  @inlinable
  public func middleware<M: Middleware<State, Action>>(
    _ middleware: M
  ) -> MiddlewareReducer<Self, M> { MiddlewareReducer(self, middleware) }

  /// Returns this reducer with a middleware made of an asynchronous closure.
  ///
  /// - Parameters:
  ///   - dependencies: The dependencies that are passed to `body`.
  ///   - isConcerned: A predicate that receives the state after the action and costs no task.
  ///     Without a predicate, `body` is called for all actions.
  ///   - body: A closure that returns the next action, or `nil`.
  @inlinable
  public func middleware<Dependencies>(
    dependencies: Dependencies, where isConcerned: ((State, Action) -> Bool)? = nil,
    _ body: nonisolated(nonsending) @escaping (State, Action, Dependencies) async -> Action?
  ) -> MiddlewareReducer<Self, AsyncMiddleware<State, Action, Dependencies>> {
    middleware(AsyncMiddleware(dependencies: dependencies, where: isConcerned, body))
  }
}
