import Measurement
import Synchronization

/// Notices when no message has come for too long.
final class SilenceWatch: Sendable {
  private let lastNs: Atomic<UInt64>
  private let limitNs: UInt64

  /// From now on, or from when a message must have come.
  ///
  /// - Parameter quietSeconds: How long no message need come at first.
  init(limitSeconds: Double, quietSeconds: Double = 0) {
    limitNs = UInt64(limitSeconds * 1e9)
    lastNs = Atomic(MonotonicClock.nowNs() + UInt64(quietSeconds * 1e9))
  }

  /// A message has come.
  func noteMessage() { lastNs.max(MonotonicClock.nowNs(), ordering: .relaxed) }

  /// Returns when it has been silent for so long, or the task is cancelled.
  func wait() async {
    while !Task.isCancelled {
      let endNs = lastNs.load(ordering: .relaxed) + limitNs
      let nowNs = MonotonicClock.nowNs()
      guard nowNs < endNs else { return }
      try? await Task.sleep(nanoseconds: endNs - nowNs)
    }
  }
}
