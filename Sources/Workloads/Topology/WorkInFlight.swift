import Synchronization

/// How much work of one store was begun and has not yet ended.
///
/// For stores that do not know it themselves: their adapter begins what it hands over, ends it in the
/// callback, and has `isBusy` and `settle()` of a `SynchronousStore` from here.
public final class WorkInFlight: Sendable {
  private struct Waiting {
    var count = 0
    var first: CheckedContinuation<Void, Never>?
    // Of several workers. Empty, as almost always, it allocates nothing.
    var others: [CheckedContinuation<Void, Never>] = []
  }
  private let waiting = Mutex(Waiting())

  /// Nothing is in flight.
  public init() {}

  /// Whether all that was begun has ended.
  public var isEmpty: Bool { waiting.withLock { $0.count == 0 } }

  /// Counts one more piece of work in flight; every call needs one of `end()`.
  public func begin() { waiting.withLock { $0.count += 1 } }

  /// Something that was begun has ended, and what it caused has been begun.
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

  /// Returns when all has ended that was begun so far, and all that this began. Several may wait.
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
