import Dispatch
import Foundation

// The two below lock with `NSLock`, not `Mutex`: on Linux the thread sanitizer does not see a `Mutex`
// that was waited for (see `isThreadSanitizerBlindToMutex`), and would report races that are none.

/// A door that stays open once opened; lets tests order what happens without waiting for real time.
final class Gate: Sendable {
  private let lock = NSLock()
  // Unsafe: only touched while `lock` is held.
  nonisolated(unsafe) private var isOpen = false
  nonisolated(unsafe) private var waiting: [CheckedContinuation<Void, Never>] = []

  func open() {
    let released = lock.withLock {
      isOpen = true
      defer { waiting = [] }
      return waiting
    }
    for continuation in released { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let mayPass = lock.withLock {
        if !isOpen { waiting.append(continuation) }
        return isOpen
      }
      if mayPass { continuation.resume() }
    }
  }
}

/// What happened, in order, whoever saw it.
final class Log<Entry: Sendable>: Sendable {
  private let lock = NSLock()
  // Unsafe: only touched while `lock` is held.
  nonisolated(unsafe) private var storage: [Entry] = []

  var entries: [Entry] { lock.withLock { storage } }

  func add(_ entry: Entry) { lock.withLock { storage.append(entry) } }
}

/// Whether a thread sanitizer is linked in that takes a contended `Mutex` for a race.
///
/// On Linux whoever has to wait for a `Mutex` gets it outside of the instrumented code: the
/// sanitizer sees the release, not the acquisition. A bare `Mutex` around a counter, incremented by
/// four threads, is enough for a report (seen with Swift 6.3.1).
let isThreadSanitizerBlindToMutex: Bool = {
  #if os(Linux)
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    defer { dlclose(program) }
    return dlsym(program, "__tsan_init") != nil
  #else
    return false
  #endif
}()

/// Lets others run until `condition` holds; a test that uses it needs a time limit.
@MainActor
func until(_ condition: () -> Bool) async {
  while !condition() { await Task.yield() }
}

private let mainQueueMark: DispatchSpecificKey<Bool> = {
  let key = DispatchSpecificKey<Bool>()
  DispatchQueue.main.setSpecific(key: key, value: true)
  return key
}()

/// Whether this code runs on the main queue, whichever thread drains it.
///
/// On Linux a program with an asynchronous `main` leaves the main thread for good: its main actor
/// and main queue run elsewhere, and `Thread.isMainThread` is false even there.
func isOnMainQueue() -> Bool {
  DispatchQueue.getSpecific(key: mainQueueMark) ?? false
}

/// Whether this is the main thread; asked through a function, since asynchronous code may not ask.
func isOnMainThread() -> Bool { Thread.isMainThread }
