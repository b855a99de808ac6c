/// The distribution of arrivals at one rate over time.
public enum ArrivalProcess: String, CaseIterable, Codable, Sendable {
  /// Evenly spaced, as from a machine. Favourable to queues, because arrivals do not bunch.
  case constant
  /// Independent of each other, as from many users.
  case poisson
}

/// The instants at which actions arrive in an open loop, independent of the store's speed.
///
/// Arrivals are placed at rate 1, and their times are then stretched by the integrated rate of the
/// profile. The result is a process with the rate of the profile: E. Çinlar, *Introduction to
/// Stochastic Processes*, 1975, section 4.7. Thinning, the alternative, wastes draws where the rate
/// is low.
///
/// - `constant`: arrival *i*, from 0, is where the integrated rate reaches *i* + 0.5.
/// - `poisson`: the integrated rate grows by an exponential number with mean 1 between arrivals.
///
/// Times do not drift, because each is computed from the start of its segment: over 24 hours at a
/// million per second the error is at most half a nanosecond. Several arrivals may have the same
/// nanosecond.
public struct ArrivalSchedule: Sendable {
  @usableFromInline let segments: [RateSegment]
  @usableFromInline let process: ArrivalProcess
  @usableFromInline var random: SplitMix64
  /// The number of arrivals so far.
  @usableFromInline var count = 0
  /// For `poisson`: the part of the segment's arrivals before the last one.
  @usableFromInline var used = 0.0
  /// The last arrival: rounding must not put one before another.
  @usableFromInline var lastNs: UInt64 = 0
  @usableFromInline var index = 0
  @usableFromInline var piece: SchedulePiece
  /// For `constant`: half an arrival, less those expected before this segment.
  @usableFromInline var offset = 0.5

  /// Creates a schedule at its start.
  ///
  /// - Parameter seed: Decides all arrivals of `poisson`; not used by `constant`.
  public init(profile: RateProfile, process: ArrivalProcess, seed: UInt64) {
    segments = profile.segments
    self.process = process
    random = SplitMix64(seed: splitSeed(seed, "arrivals"))
    piece = SchedulePiece(segments[0], startNs: 0)
  }

  /// Returns the next arrival.
  ///
  /// - Returns: Nanoseconds from the start, ascending and below the profile's `totalNs`; `nil` after
  ///   the last.
  @inlinable public mutating func next() -> UInt64? {
    var mass: Double
    switch process {
    case .constant: mass = Double(count) + offset
    case .poisson: mass = used + random.exponential()
    }
    if mass >= piece.arrivals {
      guard let rest = enterSegment(at: mass) else { return nil }
      mass = rest
    }
    count &+= 1
    used = mass
    lastNs = max(lastNs, piece.timeNs(at: mass))
    return lastNs
  }

  /// Enters the segment of the next arrival.
  ///
  /// - Parameter mass: The arrival's number from the start of this segment, beyond its end.
  /// - Returns: Its number from the start of the new segment; `nil` after the last.
  @usableFromInline @inline(never) mutating func enterSegment(at mass: Double) -> Double? {
    var mass = mass
    while mass >= piece.arrivals {
      guard index < segments.count - 1 else {
        // The next call returns `nil` as well, whatever is drawn.
        used = mass
        return nil
      }
      index += 1
      offset -= piece.arrivals
      mass = process == .constant ? Double(count) + offset : mass - piece.arrivals
      piece = SchedulePiece(segments[index], startNs: piece.endNs)
    }
    return mass
  }
}

/// One segment of a schedule, prepared to turn arrivals into times.
@usableFromInline struct SchedulePiece: Sendable {
  @frozen @usableFromInline enum Slope: Sendable {
    case flat, rising, falling
  }

  @usableFromInline let slope: Slope
  @usableFromInline let startNs: UInt64
  @usableFromInline let endNs: UInt64
  @usableFromInline let lengthNs: Double
  /// The expected number of arrivals.
  @usableFromInline let arrivals: Double
  /// For `flat`: nanoseconds between arrivals.
  @usableFromInline let intervalNs: Double
  /// For the others: the lower rate, and twice the change of the rate, both per nanosecond.
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

  /// Returns the time at which the integrated rate reaches `mass`, from the start of the schedule.
  ///
  /// - Parameter mass: Arrivals from the start of this segment, from 0 to below `arrivals`.
  @inlinable func timeNs(at mass: Double) -> UInt64 {
    let afterNs: Double
    switch slope {
    case .flat: afterNs = mass * intervalNs
    case .rising: afterNs = climbNs(mass)
    // From the far end, where the rate is low: from the start it would be the difference of two
    // large numbers.
    case .falling: afterNs = lengthNs - climbNs(arrivals - mass)
    }
    // Below the end, whatever rounding does.
    return min(startNs + UInt64(max(0, afterNs) + 0.5), endNs - 1)
  }

  /// Returns the time from the end with the lower rate until `mass` arrivals are reached:
  /// lowRate · t + bend · t² / 4 = mass, solved without cancellation.
  @inlinable func climbNs(_ mass: Double) -> Double {
    let divisor = lowRate + (lowRate * lowRate + bend * mass).squareRoot()
    return divisor > 0 ? 2 * mass / divisor : 0
  }
}
