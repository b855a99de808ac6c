public import FlowCore
public import Workloads

/// Changes the state in place and may return a running task that ends in the next action.
public typealias TaskReducer<State, Action, Environment> =
  @Sendable (inout State, Action, Environment) -> Task<Action, any Error>?

/// The store of reducers that start tasks: effects are unstructured, dispatching never waits.
///
/// What must be true of it: an action is reduced before `dispatch` returns; the returned task ends
/// when the whole chain of effects that the action set off has ended; an effect that throws is
/// reported and harms nobody else.
///
/// What it costs: nothing for an action without a task; with one, the reducer's task and a second
/// that waits for it, and a hop back to the main actor. Nobody's cancellation reaches the
/// reducer's task: it is not a child of anything.
@MainActor
public final class TaskStore<State, Action: Sendable, Environment> {
  @usableFromInline var storedState: State
  @usableFromInline let reducer: TaskReducer<State, Action, Environment>
  @usableFromInline let environment: Environment
  @usableFromInline let onError: (any Error) -> Void
  @usableFromInline let subscribers = Subscribers<State>()

  /// Starts at `initialState`; `onError` is notified of every effect that throws.
  @inlinable
  public init(
    initialState: State,
    reducer: @escaping TaskReducer<State, Action, Environment>,
    environment: Environment,
    onError: @escaping (any Error) -> Void
  ) {
    self.storedState = initialState
    self.reducer = reducer
    self.environment = environment
    self.onError = onError
  }

  /// What the actions so far have made of the initial state.
  @inlinable public var state: State { storedState }

  /// Reduces `action` now and returns the task that sees its effect through, `nil` if it has none.
  ///
  /// The task dispatches the effect's action and waits for what that one starts in turn. It keeps
  /// the store alive until then.
  @inlinable
  @inline(__always)
  @discardableResult
  public func dispatch(_ action: Action) -> Task<Void, Never>? {
    // Inlined as `EffectStore.send` is.
    let effect = reducer(&storedState, action, environment)
    if !subscribers.isEmpty { subscribers.notify(storedState) }
    guard let effect else { return nil }
    return follow(effect)
  }

  // Not inlined into `dispatch`: the rare part would push the reduction out of its caller's loop.
  @inlinable
  @inline(never)
  func follow(_ effect: Task<Action, any Error>) -> Task<Void, Never> {
    Task { await finish(effect) }
  }

  @usableFromInline
  func finish(_ effect: Task<Action, any Error>) async {
    do {
      let next = try await effect.value
      await dispatch(next)?.value
    } catch {
      onError(error)
    }
  }

  /// Calls `changed` with the state after every action, whether or not the state differs.
  @inlinable
  public func subscribe(_ changed: @escaping (State) -> Void) -> ObservationToken {
    subscribers.add(changed)
  }
}

extension Feature {
  /// Changes the state in place and returns a running task that awaits the work, or none.
  ///
  /// Work that answers with no action ends in `NoAnswer`, since the shape's task must either give
  /// an action or throw.
  @inlinable @inline(never)
  public func taskReducer() -> TaskReducer<
    State, Action, EffectDependencies<Request, Action>
  > {
    { state, action, dependencies in
      reduce(into: &state, action: action)
      guard let request = request(for: action, after: state) else { return nil }
      return Task {
        guard let answer = await dependencies.perform(request) else { throw NoAnswer() }
        return answer
      }
    }
  }
}

/// Thrown by a task whose work has no action to answer with; nothing went wrong.
public struct NoAnswer: Error {
  /// The end of such a task.
  @inlinable public init() {}
}
