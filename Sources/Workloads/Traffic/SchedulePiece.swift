/// One segment of a schedule, made ready to turn arrivals into times.
@usableFromInline struct SchedulePiece: Sendable {
  @frozen @usableFromInline enum Slope: Sendable {
    case flat, rising, falling
  }

  @usableFromInline let slope: Slope
  @usableFromInline let startNs: UInt64
  @usableFromInline let endNs: UInt64
  @usableFromInline let lengthNs: Double
  /// How many arrivals are expected.
  @usableFromInline let arrivals: Double
  /// For `flat`: nanoseconds from one arrival to the next.
  @usableFromInline let intervalNs: Double
  /// For the others: the lower of the two rates, and twice the change of the rate in a nanosecond,
  /// both per nanosecond.
  @usableFromInline let lowRate: Double
  @usableFromInline let bend: Double

  init(_ segment: RateSegment, startNs: UInt64) {
    self.startNs = startNs
    endNs = startNs + segment.durationNs
    lengthNs = Double(segment.durationNs)
    arrivals = segment.expectedArrivals
    intervalNs = 1e9 / segment.fromRate
    lowRate = min(segment.fromRate, segment.toRate) / 1e9
    bend = 2 * abs(segment.toRate - segment.fromRate) / 1e9 / lengthNs
    if segment.fromRate == segment.toRate {
      slope = .flat
    } else {
      slope = segment.fromRate < segment.toRate ? .rising : .falling
    }
  }

  /// When the integrated rate reaches `mass`, in nanoseconds from the start of all.
  ///
  /// - Parameter mass: Arrivals from the start of this segment, from 0 to below `arrivals`.
  @inlinable func timeNs(at mass: Double) -> UInt64 {
    let afterNs: Double
    switch slope {
    case .flat: afterNs = mass * intervalNs
    case .rising: afterNs = climbNs(mass)
    // From the far end, where the rate is low: seen from the start it would be the difference of
    // two large numbers.
    case .falling: afterNs = lengthNs - climbNs(arrivals - mass)
    }
    // Less than the end, though rounding may not think so.
    return min(startNs + UInt64(max(0, afterNs) + 0.5), endNs - 1)
  }

  /// How long it takes from the end with the lower rate until `mass` arrivals are reached:
  /// lowRate · t + bend · t² / 4 = mass, solved so that nothing cancels out.
  @inlinable func climbNs(_ mass: Double) -> Double {
    let divisor = lowRate + (lowRate * lowRate + bend * mass).squareRoot()
    return divisor > 0 ? 2 * mass / divisor : 0
  }
}
