import Measurement
import Synchronization

/// Notices when nothing has been heard for too long.
final class SilenceWatch: Sendable {
  private let lastNs: Atomic<UInt64>
  private let limitNs: UInt64

  /// From now on, or from when something must have been heard.
  ///
  /// - Parameter quietSeconds: How long nothing need be heard at first.
  init(limitSeconds: Double, quietSeconds: Double = 0) {
    limitNs = UInt64(limitSeconds * 1e9)
    lastNs = Atomic(MonotonicClock.nowNs() + UInt64(quietSeconds * 1e9))
  }

  /// Something was heard.
  func hear() { lastNs.max(MonotonicClock.nowNs(), ordering: .relaxed) }

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
