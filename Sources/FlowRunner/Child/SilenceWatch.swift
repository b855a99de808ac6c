import Platform
import Synchronization

/// Measures the time since the last message.
final class SilenceWatch: Sendable {
  private let lastNs: Atomic<UInt64>
  private let limitNs: UInt64

  init(limitSeconds: Double, quietSeconds: Double = 0) {
    limitNs = UInt64(limitSeconds * 1e9)
    lastNs = Atomic(MonotonicClock.nowNs() + UInt64(quietSeconds * 1e9))
  }

  func recordMessage() { lastNs.max(MonotonicClock.nowNs(), ordering: .relaxed) }

  /// Returns when no message has come for the limit, or the task is cancelled.
  func wait() async {
    while !Task.isCancelled {
      let endNs = lastNs.load(ordering: .relaxed) + limitNs
      let nowNs = MonotonicClock.nowNs()
      guard nowNs < endNs else { return }
      try? await Task.sleep(nanoseconds: endNs - nowNs)
    }
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
