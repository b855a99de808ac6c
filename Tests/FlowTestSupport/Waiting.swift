import Foundation

// The two below lock with `NSLock`, not `Mutex`: on Linux the thread sanitizer does not see a `Mutex`
// that was waited for, and would report races that are none.

/// A door that stays open once opened; lets tests order what happens without waiting for real time.
public final class Gate: Sendable {
  private let lock = NSLock()
  // Unsafe: only touched while `lock` is held.
  nonisolated(unsafe) private var isOpen = false
  nonisolated(unsafe) private var waiting: [CheckedContinuation<Void, Never>] = []

  /// A closed door.
  public init() {}

  /// Lets everybody pass, from now on.
  public func open() {
    let released = lock.withLock {
      isOpen = true
      defer { waiting = [] }
      return waiting
    }
    for continuation in released { continuation.resume() }
  }

  /// Returns when it is open.
  public func wait() async {
    await withCheckedContinuation { continuation in
      let mayPass = lock.withLock {
        if !isOpen { waiting.append(continuation) }
        return isOpen
      }
      if mayPass { continuation.resume() }
    }
  }
}

/// A log of events in order, which any thread can write.
public final class Log<Entry: Sendable>: Sendable {
  private let lock = NSLock()
  // Unsafe: only touched while `lock` is held.
  nonisolated(unsafe) private var storage: [Entry] = []

  /// A log without entries.
  public init() {}

  /// The entries in the order in which they were added.
  public var entries: [Entry] { lock.withLock { storage } }

  /// Adds an entry at the end.
  public func add(_ entry: Entry) { lock.withLock { storage.append(entry) } }
}

/// Lets others run until `condition` holds. Stops the tests if it does not within ten minutes: under the
/// thread sanitizer on a busy machine, a turn of all tests on the main actor has taken more than two.
@MainActor
public func until(
  _ condition: () -> Bool, file: StaticString = #file, line: UInt = #line
) async {
  let start = ContinuousClock.now
  while !condition() {
    guard start.duration(to: .now) < .seconds(600) else {
      fatalError("a condition does not hold after ten minutes", file: file, line: line)
    }
    await Task.yield()
  }
}
