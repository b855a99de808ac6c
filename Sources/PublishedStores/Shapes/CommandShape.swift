public import Dispatch
public import Workloads

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
