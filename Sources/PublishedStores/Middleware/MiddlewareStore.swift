/// Looks at a state, the action that led to it and the world, and may answer with a further action.
///
/// Runs outside the store: it cannot write state, only ask for more. `Dependencies` is a struct of
/// `async` closures, so that a test replaces the world by replacing a closure.
public typealias MiddlewareClosure<State, Action, Dependencies> =
  @Sendable (State, Action, Dependencies) async -> Action?

/// The Redux-like container rebuilt with async/await: effects are middlewares in one task group.
///
/// What must be true of it: every middleware runs for every action, concurrently, with the state
/// *after* reduction; an action that comes back is sent again; a send returns when all that it set
/// off is done; cancelling the sender's task cancels its middlewares.
///
/// What it costs: the group is entered for each action, also with no middleware, and every child
/// task hops off the main actor and back (9-13 µs an action without a middleware, 31 µs with four
/// that do nothing; Swift 6.3, 2 cores). The state is copied as in `ReturningStore`.
@MainActor
public final class MiddlewareStore<State: Sendable, Action: Sendable, Dependencies: Sendable> {
  @usableFromInline var storedState: State
  @usableFromInline let reducer: ReturningReducer<State, Action>
  @usableFromInline let middlewares: [MiddlewareClosure<State, Action, Dependencies>]
  @usableFromInline let dependencies: Dependencies

  /// Starts at `initialState`.
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

  /// What the actions so far have made of the initial state.
  @inlinable public var state: State { storedState }

  /// Reduces `action` and returns when its middlewares, and those of their answers, are done.
  ///
  /// The state is changed before the first suspension. Answers are sent in the order in which the
  /// middlewares finish.
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

/// Lets a middleware of one module work in a larger app.
///
/// Actions of other modules (for which `action` is `nil`) never reach it.
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
