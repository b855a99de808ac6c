import Synchronization

/// How much work of one store was begun and has not yet ended.
///
/// For stores that do not know it themselves: their adapter begins what it hands over, ends it in the
/// callback, and has `isBusy` and `settle()` of a `SynchronousStore` from here.
public final class WorkInFlight: Sendable {
  private struct Waiting {
    var count = 0
    var continuation: CheckedContinuation<Void, Never>?
  }
  private let waiting = Mutex(Waiting())

  /// Nothing is in flight.
  public init() {}

  /// Whether all that was begun has ended.
  public var isEmpty: Bool { waiting.withLock { $0.count == 0 } }

  /// Something was begun.
  public func begin() { waiting.withLock { $0.count += 1 } }

  /// Something that was begun has ended, and what it caused has been begun.
  public func end() {
    let resumed = waiting.withLock { waiting -> CheckedContinuation<Void, Never>? in
      waiting.count -= 1
      guard waiting.count == 0 else { return nil }
      defer { waiting.continuation = nil }
      return waiting.continuation
    }
    resumed?.resume()
  }

  /// Returns when all has ended that was begun so far, and all that this began.
  ///
  /// - Precondition: One caller at a time.
  public nonisolated(nonsending) func settle() async {
    await withCheckedContinuation { continuation in
      let isQuiet = waiting.withLock { waiting in
        precondition(waiting.continuation == nil, "two callers wait for the same work")
        if waiting.count > 0 { waiting.continuation = continuation }
        return waiting.count == 0
      }
      if isQuiet { continuation.resume() }
    }
  }
}
