public import FlowCore
public import Workloads

/// A reducer that changes the state in place and may return a running task of the next action.
public typealias TaskReducer<State, Action, Environment> =
  @Sendable (inout State, Action, Environment) -> Task<Action, any Error>?

/// A store whose reducers start unstructured tasks, and whose `dispatch` never waits.
///
/// Requirements: an action is reduced before `dispatch` returns. The returned task ends when the whole
/// chain of effects has ended. An effect that throws is reported and affects no other.
///
/// Cost: nothing for an action without a task; otherwise the reducer's task, a second one that waits
/// for it, and a hop back to the main actor. Cancellation does not reach the reducer's task.
@MainActor
public final class TaskStore<State, Action: Sendable, Environment> {
  @usableFromInline var storedState: State
  @usableFromInline let reducer: TaskReducer<State, Action, Environment>
  @usableFromInline let environment: Environment
  @usableFromInline let onError: (any Error) -> Void
  @usableFromInline let subscribers = Subscribers<State>()

  /// Creates a store that calls `onError` for every effect that throws.
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

  /// The current state of the store.
  @inlinable public var state: State { storedState }

  /// Reduces `action` and returns the task of its effect; `nil` if it has none.
  ///
  /// The task dispatches the effect's action and waits for its effects. It retains the store.
  @inlinable
  @inline(__always)
  @discardableResult
  public func dispatch(_ action: Action) -> Task<Void, Never>? {
    // Always inlined, as `EffectStore.send`.
    let effect = reducer(&storedState, action, environment)
    if !subscribers.isEmpty { subscribers.notify(storedState) }
    guard let effect else { return nil }
    return follow(effect)
  }

  // Not inlined, so that `dispatch` can be inlined into its caller's loop.
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
  /// Returns a reducer that changes the state in place and returns a running task of the requested
  /// work, if any.
  ///
  /// A task without an answer throws `NoAnswer`, because it must return an action or throw.
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

/// The error of a task without an answer, which is not a failure.
public struct NoAnswer: Error {
  /// Creates the error.
  @inlinable public init() {}
}
