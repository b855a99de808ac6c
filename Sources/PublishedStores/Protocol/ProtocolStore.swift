public import Observation

/// Makes the new state out of the old one.
public protocol StateReducer<State, Action>: Sendable {
  /// What is kept.
  associatedtype State
  /// What can happen to it.
  associatedtype Action

  /// The state that follows when `action` happens to `oldState`.
  func reduce(oldState: State, with action: Action) -> State
}

/// Looks at a state and the action that led to it, and may answer with a further action.
public protocol ActionMiddleware<State, Action>: Sendable {
  /// What is kept.
  associatedtype State
  /// What can happen to it.
  associatedtype Action

  /// Does what `action` calls for, given the state after its reduction.
  func process(state: State, with action: Action) async -> Action?
}

/// The protocol-based store of today's packages: existential reducer and middlewares, observable
/// state with dynamic-member access, derived child stores.
///
/// What must be true of it: the reducer runs on the main actor and through its existential; all
/// middlewares of an action run concurrently in a discarding task group, see the state after
/// reduction, and their answers are sent again; a send returns when all that is done.
///
/// What it costs: `ObservableStore` (a key path for each send and each read, copies of what is
/// written), the existential call, and `MiddlewareStore`'s task group for each action. A derived
/// store adds a task for each change of its parent, and lags behind it until that task has run.
@Observable
@MainActor
@dynamicMemberLookup
public final class ProtocolStore<State: Sendable, Action: Sendable> {
  /// What the actions so far have made of the initial state. Reading it is tracked.
  public private(set) var state: State
  @ObservationIgnored private let reducer: any StateReducer<State, Action>
  @ObservationIgnored private let middlewares: [any ActionMiddleware<State, Action>]

  /// Starts at `initialState`.
  public init(
    initialState: State,
    reducer: any StateReducer<State, Action>,
    middlewares: [any ActionMiddleware<State, Action>]
  ) {
    self.state = initialState
    self.reducer = reducer
    self.middlewares = middlewares
  }

  /// A part of the state, as if it were the store's own property.
  public subscript<Part>(dynamicMember keyPath: KeyPath<State, Part>) -> Part {
    state[keyPath: keyPath]
  }

  /// Reduces `action` and returns when its middlewares, and those of their answers, are done.
  ///
  /// The state is changed before the first suspension.
  public func send(_ action: Action) async {
    state = reducer.reduce(oldState: state, with: action)
    let newState = state
    await withDiscardingTaskGroup { group in
      for middleware in middlewares {
        group.addTask {
          guard let next = await middleware.process(state: newState, with: action) else { return }
          await self.send(next)
        }
      }
    }
  }

  /// A child store with a part of this state and a vocabulary of its own.
  ///
  /// Its sends go through this store; its state follows from a task on the main actor, so it is
  /// up to date only after that task's turn. It keeps this store alive, and dies with its last
  /// holder.
  public func derived<DerivedState: Equatable & Sendable, DerivedAction: Sendable>(
    state deriveState: @escaping @Sendable (State) -> DerivedState,
    action deriveAction: @escaping @Sendable (DerivedAction) -> Action
  ) -> ProtocolStore<DerivedState, DerivedAction> {
    let child = ProtocolStore<DerivedState, DerivedAction>(
      initialState: deriveState(state),
      reducer: ClosureReducer { state, _ in state },
      middlewares: [
        ClosureMiddleware { _, action in
          await self.send(deriveAction(action))
          return nil
        }
      ])
    follow(with: child, deriveState)
    return child
  }

  private func follow<DerivedState: Equatable & Sendable, DerivedAction: Sendable>(
    with child: ProtocolStore<DerivedState, DerivedAction>,
    _ deriveState: @escaping @Sendable (State) -> DerivedState
  ) {
    let newState = withObservationTracking {
      deriveState(state)
    } onChange: { [weak self, weak child] in
      // Called before the change: the new state can only be read from a later turn.
      Task { @MainActor in
        guard let self, let child else { return }
        self.follow(with: child, deriveState)
      }
    }
    // Untracked, and only when different: an assignment notifies the child's readers.
    if child.state != newState { child.state = newState }
  }
}
