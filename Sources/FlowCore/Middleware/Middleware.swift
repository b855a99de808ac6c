/// Sees every action of a store and may ask for work; cannot change the state.
///
/// It decides at once whether an action concerns it and hands back the work if it does: an action
/// that nobody cares about costs a call, not a task. What suspends runs concurrently with the work
/// of the other middlewares, and starts on the store's own executor.
public protocol Middleware<State, Action> {
  /// What it may look at.
  associatedtype State
  /// What it is notified of, and answers.
  associatedtype Action

  /// The work that `action` asks for, given the state after it was reduced.
  func effect(of action: Action, in state: State) -> Effect<Action>
}

/// A reducer with a middleware, resolved at compile time.
public struct MiddlewareReducer<
  Base: Reducer, M: Middleware<Base.State, Base.Action>
>: TransparentReducer {
  /// The base's state; the middleware sees it after each action, and cannot write to it.
  public typealias State = Base.State
  /// What can happen to it.
  public typealias Action = Base.Action

  /// The reducer whose actions the middleware sees.
  public let base: Base
  @usableFromInline let middleware: M

  @inlinable
  init(_ base: Base, _ middleware: M) {
    self.base = base
    self.middleware = middleware
  }

  /// Reduces, then asks the middleware.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    let effect = base.reduce(into: &state, action: action)
    return effect.merged(with: middleware.effect(of: action, in: state))
  }
}

extension Reducer {
  /// This reducer, with a middleware that sees its actions and the states after them.
  @inlinable
  public func middleware<M: Middleware<State, Action>>(
    _ middleware: M
  ) -> MiddlewareReducer<Self, M> { MiddlewareReducer(self, middleware) }

  /// This reducer, with a middleware as the articles write it.
  ///
  /// - Parameters:
  ///   - dependencies: What `body` reaches the world by.
  ///   - isConcerned: Whether `body` is called; asked at once, and costs no task. Without it, it is
  ///     called for every action.
  ///   - body: Answers with an action, or `nil`.
  @inlinable
  public func middleware<Dependencies>(
    dependencies: Dependencies, where isConcerned: ((State, Action) -> Bool)? = nil,
    _ body: nonisolated(nonsending) @escaping (State, Action, Dependencies) async -> Action?
  ) -> MiddlewareReducer<Self, AsyncMiddleware<State, Action, Dependencies>> {
    middleware(AsyncMiddleware(dependencies: dependencies, where: isConcerned, body))
  }
}
