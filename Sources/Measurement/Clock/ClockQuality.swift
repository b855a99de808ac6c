/// How fine ``MonotonicClock`` is here and what looking at it costs.
///
/// Both bound what may be timed: an interval of a few steps is mostly rounding, and one of a few
/// readings is mostly the reading. After Divan's `time/timer.rs`, which measures its clock's step
/// before it sizes its samples.
public struct ClockQuality: Equatable, Sendable {
  /// The smallest difference seen between two readings that differ, in nanoseconds; at least 1.
  public let stepNs: UInt64
  /// What one reading costs, in nanoseconds: the cheapest of several bursts.
  public let costNs: Double

  /// Takes a step and a cost that are known already.
  ///
  /// - Parameters:
  ///   - stepNs: At least 1.
  ///   - costNs: 0 or more, finite.
  public init(stepNs: UInt64, costNs: Double) {
    precondition(stepNs >= 1, "stepNs: must be at least 1, got \(stepNs)")
    precondition(costNs >= 0 && costNs.isFinite, "costNs: must be 0 or more, got \(costNs)")
    self.stepNs = stepNs
    self.costNs = costNs
  }

  /// Measures the clock of this machine in about a millisecond.
  ///
  /// The step is a minimum over many readings and the cost a minimum over bursts, because whatever
  /// disturbs either of them only ever makes it longer.
  public static func measure() -> ClockQuality {
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

  /// How long a timed interval must be so that step and cost together stay below a share of it.
  ///
  /// - Parameter relativeError: The share allowed, above 0 and up to 1; 0.01 is one per cent.
  /// - Returns: Nanoseconds, rounded up; at least 1.
  public func shortestIntervalNs(relativeError: Double) -> UInt64 {
    precondition(
      relativeError > 0 && relativeError <= 1,
      "relativeError: must be above 0 and up to 1, got \(relativeError)")
    return UInt64(((Double(stepNs) + costNs) / relativeError).rounded(.up))
  }

  /// The warning to attach to an interval this clock is too coarse for.
  ///
  /// - Parameters:
  ///   - intervalNs: The shortest interval that was timed, in nanoseconds.
  ///   - relativeError: The share allowed, above 0 and up to 1.
  /// - Returns: Nil when the interval is long enough.
  public func caveat(intervalNs: UInt64, relativeError: Double) -> Caveat? {
    let needed = shortestIntervalNs(relativeError: relativeError)
    return intervalNs < needed
      ? .clockTooCoarse(intervalNs: intervalNs, neededNs: needed) : nil
  }
}
