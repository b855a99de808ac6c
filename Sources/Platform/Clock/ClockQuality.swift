/// The step and the cost of ``MonotonicClock`` on this machine.
///
/// Both limit the intervals that can be timed. After Divan's `time/timer.rs`.
package struct ClockQuality: Equatable, Sendable {
  /// The smallest difference between two different readings, in nanoseconds; at least 1.
  package let stepNs: UInt64
  /// The cost of one reading in nanoseconds, in the cheapest of several bursts.
  package let costNs: Double

  /// Creates a known quality: a step of at least 1, and a finite cost of 0 or more.
  package init(stepNs: UInt64, costNs: Double) {
    precondition(stepNs >= 1, "stepNs: must be at least 1, got \(stepNs)")
    precondition(costNs >= 0 && costNs.isFinite, "costNs: must be 0 or more, got \(costNs)")
    self.stepNs = stepNs
    self.costNs = costNs
  }

  /// Measures the clock of this machine in about a millisecond.
  ///
  /// Both numbers are minima, because disturbances only make them larger.
  package static func measure() -> ClockQuality {
    var step = UInt64.max
    var last = MonotonicClock.nowNs()
    var seen = 0
    while seen < 10_000 {
      let now = MonotonicClock.nowNs()
      guard now > last else { continue }
      step = min(step, now - last)
      last = now
      seen += 1
    }
    let readings: UInt64 = 2_000
    var cheapest = UInt64.max
    for _ in 0..<20 {
      let start = MonotonicClock.nowNs()
      for _ in 0..<readings { sink(MonotonicClock.nowNs()) }
      cheapest = min(cheapest, MonotonicClock.nowNs() - start)
    }
    return ClockQuality(stepNs: step, costNs: Double(cheapest) / Double(readings))
  }

  /// The shortest interval, in nanoseconds, of which step and cost together are at most a share.
  ///
  /// - Parameter relativeError: The share, above 0 and up to 1.
  package func shortestIntervalNs(relativeError: Double) -> UInt64 {
    precondition(
      relativeError > 0 && relativeError <= 1,
      "relativeError: must be above 0 and up to 1, got \(relativeError)")
    return UInt64(((Double(stepNs) + costNs) / relativeError).rounded(.up))
  }
}
