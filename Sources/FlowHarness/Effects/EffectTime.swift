package import FlowTesting
import Measurement

/// The time of a load whose effects take some, in nanoseconds since its start: real, or virtual.
@usableFromInline
package struct EffectTime: Sendable {
  private let originNs: UInt64
  private let clock: VirtualClock?

  /// Real time, from now on.
  package init() {
    originNs = MonotonicClock.nowNs()
    clock = nil
  }

  /// The time of a virtual clock that stands at its beginning.
  package init(_ clock: VirtualClock) {
    originNs = 0
    self.clock = clock
  }

  /// The time since the start.
  @usableFromInline
  func nowNs() -> UInt64 {
    if let clock { return UInt64(clock.now.nanoseconds) }
    return MonotonicClock.nowNs() &- originNs
  }

  /// Sleeps until an instant, which may be over already.
  ///
  /// - Throws: `CancellationError` as soon as the task is cancelled.
  nonisolated(nonsending) func sleep(untilNs ns: UInt64) async throws {
    if let clock {
      try await clock.sleep(until: VirtualClock.Instant(nanoseconds: Int64(ns)))
    } else {
      let now = nowNs()
      try await Task.sleep(nanoseconds: ns > now ? ns - now : 0)
    }
  }

  /// Waits for an instant, if it is not over already.
  ///
  /// - Returns: The time then.
  @usableFromInline
  nonisolated(nonsending) func wait(untilNs ns: UInt64) async -> UInt64 {
    var now = nowNs()
    while now < ns {
      // Nobody cancels whoever drives a load.
      try? await sleep(untilNs: ns)
      now = nowNs()
    }
    return now
  }
}
