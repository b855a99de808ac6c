import Foundation

/// A size at which a candidate stops or begins to be cheaper than a base.
///
/// Between two measured sizes the logarithm of candidate / base is interpolated linearly over the
/// logarithm of the size, which is exact for powers. The interval holds every size near the
/// crossing at which the line's own interval holds 0: E. C. Fieller, *Some problems in interval
/// estimation*, 1954. An end at the smallest or largest measured size is open.
public struct Crossing: Equatable, Sendable {
  /// A size and the comparison at that size.
  public struct Point: Equatable, Sendable {
    /// The size; above 0.
    public let size: Double
    /// The natural logarithm of candidate / base.
    public let logRatio: Double
    /// The scatter of the logarithm; nil if not known.
    public let spread: IndependentComparison.Spread?

    /// Creates a point at a size above 0.
    public init(
      size: Double, logRatio: Double, spread: IndependentComparison.Spread?
    ) {
      precondition(size > 0 && size.isFinite, "size: must be above 0, got \(size)")
      self.size = size
      self.logRatio = logRatio
      self.spread = spread
    }
  }

  /// The interpolated size at which both cost the same.
  public let size: Double
  /// The smallest size at which both may cost the same; nil if it may lie below the smallest
  /// measured size, or the scatter is not known.
  public let low: Double?
  /// The largest such size; nil as for ``low``.
  public let high: Double?
  /// A Boolean value that indicates whether the candidate is cheaper above ``size``.
  public let candidateWinsAbove: Bool

  /// Finds every crossing between measured sizes.
  ///
  /// A change of the winner within the scatter at both of its ends is not counted.
  ///
  /// - Parameters:
  ///   - points: One for each size, in any order.
  ///   - confidence: The confidence of each interval, above 0 and below 1.
  /// - Returns: Crossings by ascending size.
  /// - Complexity: O(*n* log *n* + crossings · *n*).
  public static func all(
    _ points: [Point], confidence: Double = Summary.Bounds.confidence
  ) -> [Crossing] {
    let points = points.sorted { $0.size < $1.size }
    var crossings: [Crossing] = []
    for index in points.indices.dropLast() {
      let (left, right) = (points[index], points[index + 1])
      guard (left.logRatio < 0) != (right.logRatio < 0), left.logRatio != right.logRatio else {
        continue
      }
      let isChance = [left, right].allSatisfy { point in
        guard let reach = point.spread?.reach(confidence: confidence) else { return false }
        return abs(point.logRatio) <= reach
      }
      guard !isChance else { continue }
      let share = left.logRatio / (left.logRatio - right.logRatio)
      let segments = points.indices.dropLast().map {
        Segment(points[$0], points[$0 + 1], confidence: confidence)
      }
      crossings.append(
        Crossing(
          size: segments[index].size(at: share),
          low: low(segments, from: index, share), high: high(segments, from: index, share),
          candidateWinsAbove: right.logRatio < left.logRatio))
    }
    return crossings
  }

  private static func low(_ segments: [Segment], from index: Int, _ share: Double) -> Double? {
    for position in segments[...index].indices.reversed() {
      let start = position == index ? share : 1
      guard let end = segments[position].end(from: start, towards: 0) else { return nil }
      if let end = end.inside { return segments[position].size(at: end) }
    }
    return nil
  }

  private static func high(_ segments: [Segment], from index: Int, _ share: Double) -> Double? {
    for position in segments[index...].indices {
      let start = position == index ? share : 0
      guard let end = segments[position].end(from: start, towards: 1) else { return nil }
      if let end = end.inside { return segments[position].size(at: end) }
    }
    return nil
  }
}

/// The line between two neighbouring sizes and its scatter.
private struct Segment {
  private let left: Crossing.Point
  private let right: Crossing.Point
  /// The reach of the interval in standard errors; nil if the scatter is not known.
  private let reach: Double?

  init(_ left: Crossing.Point, _ right: Crossing.Point, confidence: Double) {
    self.left = left
    self.right = right
    reach = left.spread.flatMap { first in
      right.spread.map { second in
        // The scarcer knowledge of both decides.
        let freedom = min(first.degreesOfFreedom, second.degreesOfFreedom)
        guard freedom.isFinite else { return 0 }
        return StudentT(degreesOfFreedom: freedom).quantile((1 + confidence) / 2)
      }
    }
  }

  /// The size at a share of the way from left to right.
  func size(at share: Double) -> Double {
    exp(log(left.size) + share * (log(right.size) - log(left.size)))
  }

  /// The end of the interval of the line within a segment.
  struct End {
    /// The share of the way; nil if the interval holds 0 up to the end of the segment.
    let inside: Double?
  }

  /// Finds the end of the interval from a share that it holds.
  ///
  /// - Returns: Nil if the scatter is not known.
  func end(from share: Double, towards end: Double) -> End? {
    guard let reach, let first = left.spread, let second = right.spread else { return nil }
    guard !holdsZero(end, reach, first, second) else { return End(inside: nil) }
    var (held, lost) = (share, end)
    for _ in 0..<60 {
      let middle = (held + lost) / 2
      if holdsZero(middle, reach, first, second) { held = middle } else { lost = middle }
    }
    return End(inside: held)
  }

  private func holdsZero(
    _ share: Double, _ reach: Double, _ first: IndependentComparison.Spread,
    _ second: IndependentComparison.Spread
  ) -> Bool {
    let line = left.logRatio * (1 - share) + right.logRatio * share
    let a = (1 - share) * first.standardError
    let b = share * second.standardError
    return abs(line) <= reach * (a * a + b * b).squareRoot() + 1e-15
  }
}
