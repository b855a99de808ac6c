import Synchronization

/// Work that never answers: it waits until its task is cancelled, without a timer.
///
/// It counts, so that which tasks were notified, and which have ended, can be asked without a
/// clock.
public final class LingeringWork: Sendable {
  private let begunCount = Atomic(0)
  private let notifiedCount = Atomic(0)
  private let endedCount = Atomic(0)

  /// Nothing has begun.
  public init() {}

  /// How often somebody began to wait.
  public var begun: Int { begunCount.load(ordering: .sequentiallyConsistent) }
  /// How many of them were notified that their task is cancelled.
  public var notified: Int { notifiedCount.load(ordering: .sequentiallyConsistent) }
  /// How many of them have gone on after that.
  public var ended: Int { endedCount.load(ordering: .sequentiallyConsistent) }

  /// Returns when the caller's task is cancelled, on the executor it was called on.
  public nonisolated(nonsending) func untilCancelled() async { await wait(on: #isolation) }

  // With its isolation as a parameter, which the closure holds: the closure of a
  // `nonisolated(nonsending)` function belongs to no actor, and would hop off the caller's and back.
  private func wait(on isolation: isolated (any Actor)?) async {
    begunCount.add(1, ordering: .sequentiallyConsistent)
    let wait = Wait()
    await withTaskCancellationHandler {
      _ = isolation
      await withUnsafeContinuation { wait.begin($0) }
    } onCancel: {
      notifiedCount.add(1, ordering: .sequentiallyConsistent)
      wait.end()
    }
    endedCount.add(1, ordering: .sequentiallyConsistent)
  }
}

/// One wait, which may be over before it begins: a task is cancelled at any time, on any thread.
private final class Wait: Sendable {
  private enum State {
    case ahead
    case waiting(UnsafeContinuation<Void, Never>)
    case over
  }

  private let state = Mutex(State.ahead)

  func begin(_ continuation: UnsafeContinuation<Void, Never>) {
    let isOver = state.withLock { state in
      if case .over = state { return true }
      state = .waiting(continuation)
      return false
    }
    if isOver { continuation.resume() }
  }

  func end() {
    let waiting = state.withLock { state -> UnsafeContinuation<Void, Never>? in
      defer { state = .over }
      guard case .waiting(let continuation) = state else { return nil }
      return continuation
    }
    waiting?.resume()
  }
}
