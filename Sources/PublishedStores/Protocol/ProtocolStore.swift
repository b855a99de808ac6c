public import Observation

/// A reducer that returns the new state.
public protocol StateReducer<State, Action>: Sendable {
  /// The state of the store.
  associatedtype State
  /// The actions of the store.
  associatedtype Action

  /// Returns the state after `action`.
  func reduce(oldState: State, with action: Action) -> State
}

/// A middleware that receives an action with the state after it, and may return another action.
public protocol ActionMiddleware<State, Action>: Sendable {
  /// The state of the store.
  associatedtype State
  /// The actions of the store.
  associatedtype Action

  /// Does the work for `action`, given the state after its reduction.
  func process(state: State, with action: Action) async -> Action?
}

/// A protocol-based store: existential reducer and middlewares, observable state with dynamic-member
/// access, derived child stores.
///
/// Requirements: the reducer runs on the main actor and through its existential. All middlewares of an
/// action run concurrently in a discarding task group with the state after reduction, and their
/// answers are sent again. A send returns when everything is done.
///
/// Cost: that of `ObservableStore` (a key path for each send and each read, copies of written values),
/// the existential call, and `MiddlewareStore`'s task group for each action. A derived store adds a
/// task for each change of its parent, and has the new state after that task.
@Observable
@MainActor
@dynamicMemberLookup
public final class ProtocolStore<State: Sendable, Action: Sendable> {
  /// The current state; reads are tracked.
  public private(set) var state: State
  @ObservationIgnored private let reducer: any StateReducer<State, Action>
  @ObservationIgnored private let middlewares: [any ActionMiddleware<State, Action>]

  /// Creates a store.
  public init(
    initialState: State,
    reducer: any StateReducer<State, Action>,
    middlewares: [any ActionMiddleware<State, Action>]
  ) {
    self.state = initialState
    self.reducer = reducer
    self.middlewares = middlewares
  }

  /// Returns a part of the state.
  public subscript<Part>(dynamicMember keyPath: KeyPath<State, Part>) -> Part {
    state[keyPath: keyPath]
  }

  /// Reduces `action` before the first suspension, and waits for its middlewares and those of their
  /// answers.
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

  /// Returns a child store with a part of this state and its own actions.
  ///
  /// It sends through this store. A task on the main actor updates its state after each change. It
  /// keeps this store alive.
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
      // Called before the change, so that the new state can only be read later.
      Task { @MainActor in
        guard let self, let child else { return }
        self.follow(with: child, deriveState)
      }
    }
    // Only if it differs, because an assignment notifies the child's readers.
    if child.state != newState { child.state = newState }
  }
}
