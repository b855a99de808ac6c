import Synchronization

/// The number of pieces of work of one store that have begun and not ended.
///
/// The adapter of a store without such a count calls `begin()` when it starts work and `end()` in the
/// callback, and implements `isBusy` and `settle()` of `SynchronousStore` with this object.
public final class WorkInFlight: Sendable {
  private struct Waiting {
    var count = 0
    var first: CheckedContinuation<Void, Never>?
    // Of several workers; empty, it allocates nothing.
    var others: [CheckedContinuation<Void, Never>] = []
  }
  private let waiting = Mutex(Waiting())

  /// Creates an object without work.
  public init() {}

  /// A Boolean value that indicates whether all work has ended.
  public var isEmpty: Bool { waiting.withLock { $0.count == 0 } }

  /// Counts the beginning of work; each call needs a call of `end()`.
  public func begin() { waiting.withLock { $0.count += 1 } }

  /// Counts the end of work, after the beginning of work that it caused.
  public func end() {
    let (first, others) = waiting.withLock {
      waiting -> (CheckedContinuation<Void, Never>?, [CheckedContinuation<Void, Never>]) in
      waiting.count -= 1
      guard waiting.count == 0 else { return (nil, []) }
      defer { (waiting.first, waiting.others) = (nil, []) }
      return (waiting.first, waiting.others)
    }
    first?.resume()
    for continuation in others { continuation.resume() }
  }

  /// Waits until all work, and the work that it caused, has ended. Several callers may wait.
  public nonisolated(nonsending) func settle() async {
    await withCheckedContinuation { continuation in
      let isQuiet = waiting.withLock { waiting in
        guard waiting.count > 0 else { return true }
        if waiting.first == nil {
          waiting.first = continuation
        } else {
          waiting.others.append(continuation)
        }
        return false
      }
      if isQuiet { continuation.resume() }
    }
  }
}
