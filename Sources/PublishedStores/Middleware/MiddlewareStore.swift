/// A middleware: it receives an action, the state after it and dependencies, and may return another
/// action.
///
/// It cannot write the state. `Dependencies` is a struct of `async` closures, which tests replace.
public typealias MiddlewareClosure<State, Action, Dependencies> =
  @Sendable (State, Action, Dependencies) async -> Action?

/// A Redux-like container with async/await, whose effects are middlewares in a task group.
///
/// Requirements: every middleware runs for every action, concurrently, with the state *after*
/// reduction. A returned action is sent again. A send returns when everything that it caused is done.
/// Cancelling the sender's task cancels its middlewares.
///
/// Cost: each action enters the group, even without middlewares, and every child task hops off the
/// main actor and back (9-13 µs per action without a middleware, 31 µs with four that do nothing;
/// Swift 6.3, 2 cores). The state is copied as in `ReturningStore`.
@MainActor
public final class MiddlewareStore<State: Sendable, Action: Sendable, Dependencies: Sendable> {
  @usableFromInline var storedState: State
  @usableFromInline let reducer: ReturningReducer<State, Action>
  @usableFromInline let middlewares: [MiddlewareClosure<State, Action, Dependencies>]
  @usableFromInline let dependencies: Dependencies

  /// Creates a store.
  @inlinable
  public init(
    initialState: State,
    reducer: @escaping ReturningReducer<State, Action>,
    middlewares: [MiddlewareClosure<State, Action, Dependencies>],
    dependencies: Dependencies
  ) {
    self.storedState = initialState
    self.reducer = reducer
    self.middlewares = middlewares
    self.dependencies = dependencies
  }

  /// The current state of the store.
  @inlinable public var state: State { storedState }

  /// Reduces `action` before the first suspension, and waits for its middlewares and those of their
  /// answers.
  ///
  /// Answers are sent in the order in which the middlewares finish.
  @inlinable
  public func send(_ action: Action) async {
    storedState = reducer(storedState, action)
    let state = storedState
    let dependencies = dependencies
    await withTaskGroup(of: Action?.self) { group in
      for middleware in middlewares {
        group.addTask { await middleware(state, action, dependencies) }
      }
      for await case let next? in group {
        await send(next)
      }
    }
  }
}

/// Returns a middleware of one module as a middleware of an app.
///
/// It does not receive actions of other modules, for which `action` returns `nil`.
@inlinable
public func pullbackMiddleware<
  LocalState, LocalAction, LocalDependencies, State, Action, Dependencies
>(
  _ middleware: @escaping MiddlewareClosure<LocalState, LocalAction, LocalDependencies>,
  state: @escaping @Sendable (State) -> LocalState,
  action: @escaping @Sendable (Action) -> LocalAction?,
  embed: @escaping @Sendable (LocalAction) -> Action,
  dependencies: @escaping @Sendable (Dependencies) -> LocalDependencies
) -> MiddlewareClosure<State, Action, Dependencies> {
  { globalState, globalAction, globalDependencies in
    guard let localAction = action(globalAction) else { return nil }
    let next = await middleware(
      state(globalState), localAction, dependencies(globalDependencies))
    return next.map(embed)
  }
}
