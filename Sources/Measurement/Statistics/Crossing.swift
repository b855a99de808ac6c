import Foundation

/// A size at which a candidate stops or begins to be cheaper than a base.
///
/// Between two measured sizes the logarithm of candidate / base is interpolated linearly over the
/// logarithm of the size, which is exact for powers. The interval holds every size near the
/// crossing at which the line's own interval holds 0: E. C. Fieller, *Some problems in interval
/// estimation*, 1954. An end at the smallest or largest measured size is open.
package struct Crossing: Equatable, Sendable {
  /// A size and the comparison at that size.
  package struct Point: Equatable, Sendable {
    let size: Double
    let logRatio: Double
    let spread: IndependentComparison.Spread?

    /// Creates a point.
    ///
    /// - Parameters:
    ///   - size: A number above 0.
    ///   - logRatio: The natural logarithm of candidate / base.
    ///   - spread: The scatter of the logarithm; `nil` if it is not known.
    package init(
      size: Double, logRatio: Double, spread: IndependentComparison.Spread?
    ) {
      precondition(size > 0 && size.isFinite, "size: must be above 0, got \(size)")
      self.size = size
      self.logRatio = logRatio
      self.spread = spread
    }
  }

  /// The interpolated size at which both cost the same.
  package let size: Double
  /// The smallest size at which both may cost the same; `nil` if it may lie below the smallest
  /// measured size, or the scatter is not known.
  package let low: Double?
  /// The largest such size; `nil` as for ``low``.
  package let high: Double?
  /// A Boolean value that indicates whether the candidate is cheaper above ``size``.
  package let candidateWinsAbove: Bool

  /// Returns every crossing between measured sizes, by ascending size.
  ///
  /// A change of the winner does not count if it lies within the scatter at both sizes.
  ///
  /// - Parameters:
  ///   - points: One for each size, in any order.
  ///   - confidence: The confidence of each interval, above 0 and below 1.
  /// - Complexity: O(*n* log *n* + crossings · *n*).
  package static func all(
    _ points: [Point], confidence: Double = Summary.Bounds.confidence
  ) -> [Crossing] {
    let points = points.sorted { $0.size < $1.size }
    let segments = zip(points, points.dropFirst()).map {
      Segment($0, $1, confidence: confidence)
    }
    return segments.indices.compactMap { index in
      let (left, right) = (segments[index].left, segments[index].right)
      guard (left.logRatio < 0) != (right.logRatio < 0), left.logRatio != right.logRatio else {
        return nil
      }
      let isChance = [left, right].allSatisfy { point in
        point.spread.map { abs(point.logRatio) <= $0.reach(confidence: confidence) } ?? false
      }
      guard !isChance else { return nil }
      let share = left.logRatio / (left.logRatio - right.logRatio)
      return Crossing(
        size: segments[index].size(at: share),
        low: end(segments[...index].reversed(), from: share, towards: 0),
        high: end(segments[index...], from: share, towards: 1),
        candidateWinsAbove: right.logRatio < left.logRatio)
    }
  }

  /// Returns the size at which the interval ends on one side; `nil` if it is open.
  ///
  /// - Parameters:
  ///   - segments: The segment of the crossing and those on that side of it.
  ///   - share: The crossing's share of the way through the first segment.
  ///   - side: 0 towards smaller sizes, 1 towards larger ones.
  private static func end(
    _ segments: some Sequence<Segment>, from share: Double, towards side: Double
  ) -> Double? {
    var start = share
    for segment in segments {
      guard let reach = segment.reach else { return nil }
      if !segment.holdsZero(at: side, reach) {
        var (held, lost) = (start, side)
        for _ in 0..<60 {
          let middle = (held + lost) / 2
          if segment.holdsZero(at: middle, reach) { held = middle } else { lost = middle }
        }
        return segment.size(at: held)
      }
      start = 1 - side
    }
    return nil
  }
}

/// The line between two neighbouring sizes and its scatter.
private struct Segment {
  let left: Crossing.Point
  let right: Crossing.Point
  /// The reach of the intervals at both ends; `nil` if the scatter is not known.
  let reach: (left: Double, right: Double)?

  init(_ left: Crossing.Point, _ right: Crossing.Point, confidence: Double) {
    self.left = left
    self.right = right
    guard let first = left.spread, let second = right.spread else {
      reach = nil
      return
    }
    // The smaller degrees of freedom of both decide.
    let freedom = min(first.degreesOfFreedom, second.degreesOfFreedom)
    let errors =
      freedom.isFinite ? StudentT(degreesOfFreedom: freedom).quantile((1 + confidence) / 2) : 0
    reach = (errors * first.standardError, errors * second.standardError)
  }

  /// Returns the size at a share of the way from left to right.
  func size(at share: Double) -> Double {
    exp(log(left.size) + share * (log(right.size) - log(left.size)))
  }

  func holdsZero(at share: Double, _ reach: (left: Double, right: Double)) -> Bool {
    let line = left.logRatio * (1 - share) + right.logRatio * share
    let a = (1 - share) * reach.left
    let b = share * reach.right
    return abs(line) <= (a * a + b * b).squareRoot() + 1e-15
  }
}
