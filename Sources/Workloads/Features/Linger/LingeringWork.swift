import Synchronization

/// Work that waits until its task is cancelled, without a timer, and counts its tasks.
public final class LingeringWork: Sendable {
  private let begunCount = Atomic(0)
  private let notifiedCount = Atomic(0)
  private let endedCount = Atomic(0)

  /// Creates work without tasks.
  public init() {}

  /// The number of tasks that have begun to wait.
  public var begun: Int { begunCount.load(ordering: .sequentiallyConsistent) }
  /// The number of tasks that were notified of their cancellation.
  public var notified: Int { notifiedCount.load(ordering: .sequentiallyConsistent) }
  /// The number of tasks that have continued after that.
  public var ended: Int { endedCount.load(ordering: .sequentiallyConsistent) }

  /// Waits until the caller's task is cancelled, and returns on the caller's executor.
  public nonisolated(nonsending) func untilCancelled() async { await wait(on: #isolation) }

  // The closure captures the isolation. In a `nonisolated(nonsending)` function it would belong to no
  // actor, and would hop off the caller's actor and back.
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

/// One wait, which may be over before it begins, because a task is cancelled at any time.
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
