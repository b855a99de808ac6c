import Dispatch
import Foundation
import Synchronization

/// A door that stays open once opened; lets tests order what happens without waiting for real time.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }
  private let state = Mutex(State())

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  func wait() async {
    await withCheckedContinuation { continuation in
      let isOpen = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        return state.isOpen
      }
      if isOpen { continuation.resume() }
    }
  }
}

/// What happened, in order, whoever saw it.
final class Log<Entry: Sendable>: Sendable {
  private let storage = Mutex<[Entry]>([])

  var entries: [Entry] { storage.withLock { $0 } }

  func add(_ entry: Entry) { storage.withLock { $0.append(entry) } }
}

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
