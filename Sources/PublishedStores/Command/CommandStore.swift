public import Dispatch
public import FlowCore
import Foundation
public import Workloads

/// Work that a reducer asks for, as a value that knows how to do itself.
public protocol Command<State, Action>: Sendable {
  /// The state of the store it runs in.
  associatedtype State: Sendable
  /// The actions of the store it runs in.
  associatedtype Action: Sendable

  /// Does the work; may dispatch to `store`, now or later, from any thread.
  func execute(in store: CommandStore<State, Action>)
}

/// A pure function to the new state and, perhaps, a command to execute once it is assigned.
public typealias CommandReducer<State, Action> =
  @Sendable (State, Action) -> (State, (any Command<State, Action>)?)

/// The store of reducers that return commands; its state lives on the main thread.
///
/// What must be true of it: dispatching is legal from every thread; on the main thread the action
/// is reduced at once, elsewhere the store hops there; the command runs after the assignment.
///
/// What it costs: the question which thread this is (0.32 µs on Linux) for each action,
/// the copies of `ReturningStore`, and a block on the main queue for each action from elsewhere. On Linux a program with an asynchronous `main` runs its main actor off the
/// main thread from the first suspension on: there *every* dispatch hops, commands' own included.
public final class CommandStore<State: Sendable, Action: Sendable>: Sendable {
  private let reducer: CommandReducer<State, Action>
  // Unsafe: touched on the main thread or the main queue only, which `dispatch` sees to and
  // `@MainActor` members imply. Isolated storage would make `dispatch` ask twice, which the published shape does not.
  nonisolated(unsafe) private var storedState: State
  nonisolated(unsafe) private let subscribers = Subscribers<State>()

  /// Starts at `initialState`.
  @MainActor
  public init(initialState: State, reducer: @escaping CommandReducer<State, Action>) {
    self.storedState = initialState
    self.reducer = reducer
  }

  /// What the actions so far have made of the initial state.
  @MainActor public var state: State { storedState }

  /// Reduces `action` and executes its command: at once on the main thread, else soon there.
  ///
  /// Actions dispatched from one other thread keep their order.
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

  /// Calls `changed` with the state after every action, whether or not the state differs, and
  /// before that action's command.
  @MainActor
  public func subscribe(_ changed: @escaping (State) -> Void) -> ObservationToken {
    subscribers.add(changed)
  }
}

extension Feature {
  /// Old state in, new state and at most one command out: the returning reducer's state with a
  /// command for the work that was asked for.
  ///
  /// - Parameter inFlight: Counts the commands.
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

/// A feature's request as a command: does the work on a background queue, as a web request would,
/// and dispatches the answer from there.
public struct PerformCommand<F: Feature>: Command {
  @usableFromInline let feature: F
  @usableFromInline let request: F.Request
  @usableFromInline let inFlight: WorkInFlight

  @inlinable init(feature: F, request: F.Request, inFlight: WorkInFlight) {
    self.feature = feature
    self.request = request
    self.inFlight = inFlight
  }

  /// Does the work away from the main thread; the store hops back with the answer.
  ///
  /// A service that takes its time is awaited in a task, which stands for the request that an
  /// article's command leaves with the system: nothing keeps it, and nobody can cancel it.
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
      // The main queue is first in, first out: this runs after the answer has been reduced.
      DispatchQueue.main.async { inFlight.end() }
    }
  }
}
