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

/// A middleware as the articles write it: an asynchronous closure that is called for every action.
///
/// It costs a task for each action, shared by all such middlewares that do not suspend: most of the
/// time, that is spent on finding out that the action does not concern it. A type that conforms to
/// `Middleware` finds out for nothing.
public struct AsyncMiddleware<State, Action, Dependencies>: Middleware {
  @usableFromInline typealias Body =
    nonisolated(nonsending) (State, Action, Dependencies) async -> Action?
  @usableFromInline let dependencies: Dependencies
  @usableFromInline let body: Body

  /// Calls `body` for every action.
  ///
  /// - Parameters:
  ///   - dependencies: What `body` reaches the world by.
  ///   - body: Answers with an action, or `nil`. A closure that is written here starts on the
  ///     store's executor; a function that insists on running elsewhere hops there.
  @inlinable
  public init(
    dependencies: Dependencies,
    _ body: nonisolated(nonsending) @escaping (State, Action, Dependencies) async -> Action?
  ) {
    self.dependencies = dependencies
    self.body = body
  }

  /// A task that calls the closure, whatever the action: it alone knows what concerns it.
  @inlinable
  public func effect(of action: Action, in state: State) -> Effect<Action> {
    let (body, dependencies) = (body, dependencies)
    return .task { await body(state, action, dependencies) }
  }
}

extension Reducer {
  /// This reducer, with a middleware that sees its actions and the states after them.
  @inlinable
  public func middleware<M: Middleware<State, Action>>(
    _ middleware: M
  ) -> MiddlewareReducer<Self, M> { MiddlewareReducer(self, middleware) }

  /// This reducer, with a middleware as the articles write it.
  @inlinable
  public func middleware<Dependencies>(
    dependencies: Dependencies,
    _ body: nonisolated(nonsending) @escaping (State, Action, Dependencies) async -> Action?
  ) -> MiddlewareReducer<Self, AsyncMiddleware<State, Action, Dependencies>> {
    middleware(AsyncMiddleware(dependencies: dependencies, body))
  }
}
