import Dispatch
public import PublishedStores
import Synchronization

/// A feature's request as a command: does the work on a background queue, as a web request would,
/// and dispatches the answer from there.
public struct PerformCommand<F: Feature>: Command {
  let feature: F
  let request: F.Request
  let inFlight: CommandsInFlight

  /// Does the work away from the main thread; the store hops back with the answer.
  ///
  /// A service that takes its time is awaited in a task, which stands for the request that an
  /// article's command leaves with the system: nothing keeps it, and nobody can cancel it.
  public func execute(in store: CommandStore<F.State, F.Action>) {
    inFlight.begin()
    guard feature.answers != .served else {
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

/// How many commands of one store have been executed and not yet answered.
///
/// A command leaves no trace in its store, so whoever must know when all is quiet counts here.
public final class CommandsInFlight: Sendable {
  private struct Waiting {
    var count = 0
    var continuation: CheckedContinuation<Void, Never>?
  }
  private let waiting = Mutex(Waiting())

  /// Nothing is in flight.
  public init() {}

  /// Whether any command is still unanswered.
  public var isEmpty: Bool { waiting.withLock { $0.count == 0 } }

  func begin() { waiting.withLock { $0.count += 1 } }

  func end() {
    let resumed = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
      waiting.count -= 1
      guard waiting.count == 0 else { return nil }
      defer { waiting.continuation = nil }
      return waiting.continuation
    }
    resumed?.resume()
  }

  /// Returns when every command begun so far, and every one those began, has been answered.
  ///
  /// - Precondition: One caller at a time.
  public nonisolated(nonsending) func settle() async {
    await withCheckedContinuation { continuation in
      let isQuiet = waiting.withLock { waiting in
        precondition(waiting.continuation == nil, "two callers wait for the same commands")
        if waiting.count > 0 { waiting.continuation = continuation }
        return waiting.count == 0
      }
      if isQuiet { continuation.resume() }
    }
  }
}
