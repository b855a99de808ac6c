import Platform
import Synchronization

/// Measures the time since the last message.
final class SilenceWatch: Sendable {
  private let lastNs: Atomic<UInt64>
  private let limitNs: UInt64

  /// - Parameter quietSeconds: The time at the start without a limit.
  init(limitSeconds: Double, quietSeconds: Double = 0) {
    limitNs = UInt64(limitSeconds * 1e9)
    lastNs = Atomic(MonotonicClock.nowNs() + UInt64(quietSeconds * 1e9))
  }

  func noteMessage() { lastNs.max(MonotonicClock.nowNs(), ordering: .relaxed) }

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
