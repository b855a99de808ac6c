/// When actions arrive in an open loop: at their own rate, whoever keeps up or does not.
///
/// Arrivals are first placed at rate 1, and their times then stretched so that the integrated rate
/// of the profile takes the place of time. A process of rate 1 becomes one with the profile's rate
/// that way, whatever its shape: E. Çinlar, *Introduction to Stochastic Processes*, 1975, section
/// 4.7; P. A. W. Lewis and G. S. Shedler, *Simulation of nonhomogeneous Poisson processes by
/// thinning*, Naval Research Logistics Quarterly 26 (3), 1979, compare it with the alternatives.
/// Thinning would throw draws away where the rate is low; this takes one draw for each arrival.
///
/// - `constant`: arrival *i*, from 0, is where the integrated rate reaches *i* + 0.5. Under a steady
///   rate the first one is half an interval after the start, and the last one half an interval
///   before the end. There are as many as are expected, to the nearest whole number.
/// - `poisson`: the integrated rate grows by an exponential number with mean 1 from each arrival to
///   the next.
///
/// Nothing drifts: a time is computed from the start of its segment, not from the arrival before.
/// Over 24 hours at a million a second it is off by at most the half nanosecond of its rounding and
/// the last bit of a `Double`, 0.02 ns. Several arrivals may have the same nanosecond.
public struct ArrivalSchedule: Sendable {
  @usableFromInline let segments: [RateSegment]
  @usableFromInline let process: ArrivalProcess
  @usableFromInline var random: SplitMix64
  /// How many arrivals there were.
  @usableFromInline var count = 0
  /// For `poisson`: how much of the segment's arrivals the last one used up.
  @usableFromInline var used = 0.0
  /// The last arrival: rounding must not put one before another.
  @usableFromInline var lastNs: UInt64 = 0

  /// Which segment this is.
  @usableFromInline var index = 0
  @usableFromInline var piece: SchedulePiece
  /// For `constant`: half an arrival, less those expected before this segment.
  @usableFromInline var offset = 0.5

  /// A schedule at its start.
  ///
  /// - Parameters:
  ///   - profile: The rate at each instant.
  ///   - process: How arrivals are spread at that rate.
  ///   - seed: Decides all arrivals of `poisson`; `constant` leaves nothing to chance.
  public init(profile: RateProfile, process: ArrivalProcess, seed: UInt64) {
    segments = profile.segments
    self.process = process
    random = SplitMix64(seed: splitSeed(seed, "arrivals"))
    piece = SchedulePiece(segments[0], startNs: 0)
  }

  /// The next arrival.
  ///
  /// - Returns: Nanoseconds from the start, never less than the last time and always below the
  ///   profile's `totalNs`; `nil` when there are no more.
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

  /// Goes on to the segment in which the next arrival falls.
  ///
  /// - Parameter mass: How many arrivals from the start of this segment it is, at least all.
  /// - Returns: How many it is from the start of the new segment; `nil` after the last.
  @usableFromInline @inline(never) mutating func enterSegment(at mass: Double) -> Double? {
    var mass = mass
    while mass >= piece.arrivals {
      guard index < segments.count - 1 else {
        // Whoever asks again gets the same answer, whatever is drawn next.
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
