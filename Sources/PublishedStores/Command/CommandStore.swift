public import Dispatch
public import FlowCore
import Foundation
public import Workloads

/// Work that a reducer requests, as a value with a method that does it.
public protocol Command<State, Action>: Sendable {
  /// The state of the store it runs in.
  associatedtype State: Sendable
  /// The actions of the store it runs in.
  associatedtype Action: Sendable

  /// Does the work; may dispatch to `store`, now or later, from any thread.
  func execute(in store: CommandStore<State, Action>)
}

/// A pure function to the new state and an optional command, which is executed after the assignment.
public typealias CommandReducer<State, Action> =
  @Sendable (State, Action) -> (State, (any Command<State, Action>)?)

/// A store whose reducers return commands, with its state on the main thread.
///
/// Requirements: every thread may dispatch. On the main thread the action is reduced immediately;
/// elsewhere the store hops there. The command runs after the assignment.
///
/// Cost: the check of the thread (0.32 µs on Linux) for each action, the copies of `ReturningStore`, and
/// a block on the main queue for each action of another thread. On Linux a program with an asynchronous
/// `main` runs its main actor on another thread from the first suspension on, so that every dispatch
/// hops.
public final class CommandStore<State: Sendable, Action: Sendable>: Sendable {
  private let reducer: CommandReducer<State, Action>
  // Unsafe: used on the main thread or the main queue only. Isolated storage would make `dispatch` check
  // twice, unlike the published shape.
  nonisolated(unsafe) private var storedState: State
  nonisolated(unsafe) private let subscribers = Subscribers<State>()

  /// Creates a store.
  @MainActor
  public init(initialState: State, reducer: @escaping CommandReducer<State, Action>) {
    self.storedState = initialState
    self.reducer = reducer
  }

  /// The current state of the store.
  @MainActor public var state: State { storedState }

  /// Reduces `action` and executes its command, immediately on the main thread and later from others.
  ///
  /// Actions of one thread keep their order.
  public func dispatch(_ action: Action) {
    if Thread.isMainThread {
      apply(action)
    } else {
      DispatchQueue.main.async { self.apply(action) }
    }
  }

  private func apply(_ action: Action) {
    let (newState, command) = reducer(storedState, action)
    storedState = newState
    if !subscribers.isEmpty { subscribers.notify(newState) }
    command?.execute(in: self)
  }

  /// Calls `changed` with the state after every action, before its command, whether or not the state
  /// differs.
  @MainActor
  public func subscribe(_ changed: @escaping (State) -> Void) -> ObservationToken {
    subscribers.add(changed)
  }
}

extension Feature {
  /// Returns the returning reducer with a command for requested work.
  ///
  /// - Parameter inFlight: The count of the commands.
  @inlinable public func commandReducer(
    _ inFlight: WorkInFlight
  ) -> CommandReducer<State, Action> {
    let reducer = returningReducer()
    return { state, action in
      let next = reducer(state, action)
      guard let request = request(for: action, after: next) else { return (next, nil) }
      return (next, PerformCommand(feature: self, request: request, inFlight: inFlight))
    }
  }
}

/// A feature's request as a command that works on a background queue, as a web request does, and
/// dispatches the answer from there.
public struct PerformCommand<F: Feature>: Command {
  @usableFromInline let feature: F
  @usableFromInline let request: F.Request
  @usableFromInline let inFlight: WorkInFlight

  @inlinable init(feature: F, request: F.Request, inFlight: WorkInFlight) {
    self.feature = feature
    self.request = request
    self.inFlight = inFlight
  }

  /// Does the work on another thread.
  ///
  /// A service is awaited in a detached task, which stands for a request to the system that cannot be
  /// cancelled.
  @inlinable public func execute(in store: CommandStore<F.State, F.Action>) {
    inFlight.begin()
    guard feature.completion != .service else {
      Task.detached {
        if let answer = await feature.answer(request) { store.dispatch(answer) }
        DispatchQueue.main.async { inFlight.end() }
      }
      return
    }
    DispatchQueue.global(qos: .userInitiated).async {
      if let answer = feature.perform(request) { store.dispatch(answer) }
      // On the same queue after the answer, so that this runs after its reduction.
      DispatchQueue.main.async { inFlight.end() }
    }
  }
}
