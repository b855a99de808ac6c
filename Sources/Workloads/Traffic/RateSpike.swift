/// A time in which more come than before and after it.
public struct RateSpike: Hashable, Sendable {
  /// Arrivals per second before it, and again after it.
  public let baseRate: Double
  /// When it begins, in nanoseconds from the start.
  public let startNs: UInt64
  /// When the rate is that of before again.
  public let endNs: UInt64
}

extension RateProfile {
  /// Its one spike: the first and the last segment have one rate, and in all of the time between them
  /// more come, as in `10s@1000` `2s@50000` `10s@1000`, and in the shapes `spike` and `peak`; `nil`
  /// where it is not so, or where a rate above that is met twice, as on stairs.
  ///
  /// - Complexity: O(*n*) in the number of segments.
  public var spike: RateSpike? {
    guard segments.count > 2, let first = segments.first, let last = segments.last,
      first.isFlat, last.isFlat, first.fromRate == last.fromRate, first.fromRate > 0
    else { return nil }
    let baseRate = first.fromRate
    let between = segments[1..<(segments.count - 1)]
    let isAbove = between.indices.allSatisfy { index in
      let segment = between[index]
      // A rise may begin at the base, and a fall end there.
      let fromIsAbove = segment.fromRate > baseRate || index == between.startIndex
      let toIsAbove = segment.toRate > baseRate || index == between.endIndex - 1
      return fromIsAbove && toIsAbove && min(segment.fromRate, segment.toRate) >= baseRate
        && max(segment.fromRate, segment.toRate) > baseRate
    }
    guard isAbove, returns.allSatisfy({ $0.rate == baseRate }) else { return nil }
    return RateSpike(
      baseRate: baseRate, startNs: first.durationNs, endNs: totalNs - last.durationNs)
  }

  /// The rates that are held both before and after a higher one: each is met going up and coming
  /// down.
  ///
  /// - Complexity: O(*n* · *m*) for *n* segments with *m* different rates that are held.
  public var returns: [RateReturn] {
    var found: [RateReturn] = []
    /// The last segment at each rate, and whether a higher rate came since.
    var held: [Double: (index: Int, wasExceeded: Bool)] = [:]
    for (index, segment) in segments.enumerated() {
      let highest = max(segment.fromRate, segment.toRate)
      if segment.isFlat, segment.fromRate > 0 {
        if let before = held[segment.fromRate], before.wasExceeded {
          found.append(RateReturn(rate: segment.fromRate, up: before.index, down: index))
        }
        held[segment.fromRate] = (index, false)
      }
      for rate in held.keys where rate < highest { held[rate]?.wasExceeded = true }
    }
    return found
  }
}

/// A rate that is held twice, with a higher one between.
public struct RateReturn: Hashable, Sendable {
  /// The rate that both hold, in arrivals per second.
  public let rate: Double
  /// The segment before the higher rate, from 0.
  public let up: Int
  /// The segment after it.
  public let down: Int
}

extension RateSegment {
  /// Whether the rate stays the same in it.
  var isFlat: Bool { fromRate == toRate }
}
