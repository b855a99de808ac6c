import Platform
import Synchronization

/// Measures the time without a message from a child process.
///
/// Only the time in which both processes could run counts: a message waits unread while this one is
/// stopped, as by Ctrl-Z, and a child that is stopped sends none.
final class SilenceWatch: Sendable {
  private let messages = Atomic(0)
  private let child = Atomic<Int32>(0)
  private let limitNs: Int64
  private let quietNs: Int64

  init(limitSeconds: Double, quietSeconds: Double = 0) {
    limitNs = Int64(limitSeconds * 1e9)
    quietNs = Int64(quietSeconds * 1e9)
  }

  /// The number of the child process; 0 before it has started.
  var process: Int32 {
    get { child.load(ordering: .relaxed) }
    set { child.store(newValue, ordering: .relaxed) }
  }

  func recordMessage() { messages.add(1, ordering: .relaxed) }

  /// Returns when no message has come for the limit, or the task is cancelled.
  ///
  /// - Parameter pause: Waits for some nanoseconds, and returns the elapsed ones.
  func wait(_ pause: (UInt64) async -> UInt64 = SilenceWatch.sleep) async {
    let stepNs = max(1, limitNs / 16)
    var (seen, silentNs) = (0, -quietNs)
    while !Task.isCancelled, silentNs < limitNs {
      // A longer time is one in which this process could not run.
      let ns = min(await pause(UInt64(stepNs)), 2 * UInt64(stepNs))
      if !ProcessControl.isStopped(process) { silentNs += Int64(ns) }
      let count = messages.load(ordering: .relaxed)
      if count != seen { silentNs = min(silentNs, 0) }
      seen = count
    }
  }

  private static func sleep(ns: UInt64) async -> UInt64 {
    let startNs = MonotonicClock.nowNs()
    try? await Task.sleep(nanoseconds: ns)
    return MonotonicClock.nowNs() - startNs
  }
}

/// Sends messages at intervals while a child does work of its own, such as the plain fold of a
/// day's actions.
final class Heartbeat: Sendable {
  private let task = Mutex<Task<Void, Never>?>(nil)
  private let beat: @Sendable () -> Void

  init(_ beat: @escaping @Sendable () -> Void) { self.beat = beat }

  deinit { stop() }

  /// Starts the messages.
  ///
  /// - Parameter pause: The interval, shorter than the smallest limit.
  func start(every pause: Duration = .milliseconds(50)) {
    let beat = beat
    let beating = Task.detached {
      while (try? await Task.sleep(for: pause)) != nil { beat() }
    }
    task.withLock { $0.take() }?.cancel()
    task.withLock { $0 = beating }
  }

  func stop() { task.withLock { $0.take() }?.cancel() }
}
