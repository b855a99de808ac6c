internal import Measurement

/// The growth of a cost with a size, such as the number of rows.
///
/// The shape is the simplest one that the measurements do not contradict. If the noise leaves two
/// shapes possible, it is therefore the simpler one. The measurements contradict a shape if both of
/// these hold:
///
/// - The cost grows faster than the shape with 99.9 % confidence, so that noise is no explanation.
/// - The best estimate grows faster than the shape and its tolerance together.
///
/// The tolerances exist because of caches. A linear action may cost more per row at the largest
/// size than at the smallest, by a factor of (log *n*)^0.8: 1.3 between 1,000 and 16,000 rows. Work
/// that takes *n* log *n* costs 1.4 times as much per row. At these sizes, an action remains linear
/// if caches cost it a factor of up to 1.25. A wider range of sizes separates the two better. The
/// steeper shapes tolerate a factor of log *n*. No tolerance exceeds a factor of 1.5.
///
/// A constant cost may grow by a tenth, as fast as (log *n*)^1.5, or by one allocation for each
/// doubling of the size, as in an array that grows. If it grows, the description has its range.
///
/// A cost that grows faster than this, but more slowly than *n*, is called linear: its upper bound.
public struct Growth: Sendable, CustomStringConvertible {
  /// A class of growth, from the cheapest to the most expensive.
  public enum Shape: Int, CaseIterable, Comparable, Sendable, CustomStringConvertible {
    /// Independent of the size, or as good as independent, like a search in a balanced tree.
    case constant
    /// Proportional to *n*, apart from a base cost.
    case linear
    /// Proportional to *n* log *n*, apart from a base cost: the growth of a sort.
    case linearithmic
    /// Proportional to *n*², apart from a base cost.
    case quadratic

    /// The name for messages: `n log n` for ``linearithmic``.
    public var description: String {
      switch self {
      case .constant: "constant"
      case .linear: "linear"
      case .linearithmic: "n log n"
      case .quadratic: "quadratic"
      }
    }

    /// Returns a Boolean value that indicates whether the first shape grows more slowly.
    public static func < (left: Shape, right: Shape) -> Bool { left.rawValue < right.rawValue }
  }

  /// The unit of a cost.
  public enum Unit: Sendable {
    /// Nanoseconds, written as ns, µs or ms.
    case time
    /// A number of allocations.
    case allocations
    /// A number of bytes.
    case bytes
  }

  /// An estimate and its 95 % interval, in nanoseconds, allocations or bytes.
  public struct Estimate: Equatable, Sendable {
    /// The best estimate, at least 0.
    public let value: Double
    /// The lower end of the interval, at least 0; ``value`` for exact counts.
    public let low: Double
    /// The upper end of the interval; ``value`` for exact counts.
    public let high: Double

    init(_ estimate: FittedGrowth.Estimate) {
      (value, low, high) = (estimate.value, estimate.low, estimate.high)
    }
  }

  /// The shape of the growth; `nil` if it could not be determined, for the ``reason`` given.
  public var shape: Shape? { fit.shape.flatMap { Shape(rawValue: $0.rawValue) } }
  /// The reason why there is no shape; `nil` with a shape.
  public var reason: String? { fit.reason }
  /// The part of the cost that does not depend on the size; 0 without a shape.
  public var base: Estimate { Estimate(fit.base) }
  /// The cost per row, per *n* log₂ *n* or per *n*², depending on the shape; `nil` for a constant
  /// and without a shape.
  public var slope: Estimate? { fit.slope.map { Estimate($0) } }
  /// The unit of the cost.
  public let unit: Unit
  private let fit: FittedGrowth

  /// The cost as a formula: `120 ns + 14.1 ns per row (13.8 to 14.4)`.
  ///
  /// The interval is that of the slope. A base whose interval includes 0 is left out.
  public var description: String { fit.description }

  /// Returns a Boolean value that indicates whether the cost grows no faster than a shape.
  ///
  /// - Returns: `false` without a shape; the description has the reason.
  public func isAtMost(_ shape: Shape) -> Bool {
    self.shape.map { $0 <= shape } ?? false
  }
}

extension Growth {
  /// Creates a growth without a shape.
  init(missing reason: String, unit: Unit, sizeName: String) {
    self.init(
      unit: unit, fit: FittedGrowth(missing: reason, unit: unit.fitted, sizeName: sizeName))
  }

  /// Finds the growth of a cost.
  ///
  /// - Parameters:
  ///   - sizes: At least 3, ascending, above 0.
  ///   - rounds: For each round, one cost for each size, 0 or more and finite.
  ///   - sizeName: What a size counts, as a singular noun with a plural in *s*.
  /// - Throws: The rule that the sizes break.
  package init(
    sizes: [Int], rounds: [[Double]], unit: Unit, sizeName: String = "row"
  ) throws(GrowthError) {
    try GrowthError.check(sizes)
    self.init(
      unit: unit,
      fit: FittedGrowth(sizes: sizes, rounds: rounds, unit: unit.fitted, sizeName: sizeName))
  }
}

extension Growth.Unit {
  fileprivate var fitted: FittedGrowth.Unit {
    switch self {
    case .time: .time
    case .allocations: .allocations
    case .bytes: .bytes
    }
  }
}

/// The reason why a growth cannot be measured with the given sizes.
public enum GrowthError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There are this many sizes, fewer than 3.
  case tooFewSizes(Int)
  /// This size is 0 or less.
  case sizeNotPositive(Int)
  /// This size follows one that is as large or larger.
  case sizesNotAscending(Int, after: Int)

  /// The rule, the sizes given, and what to do, in one line.
  public var description: String {
    switch self {
    case .tooFewSizes(let count):
      "sizes: must be at least 3 different sizes, got \(count); for example [1_000, 4_000, 16_000]"
    case .sizeNotPositive(let size):
      "sizes: must be above 0, got \(size); begin with a size of 1 or more"
    case .sizesNotAscending(let size, let previous):
      "sizes: must be ascending, got \(size) after \(previous); "
        + "pass each size once, the smallest first"
    }
  }

  /// Throws the first rule that the sizes break.
  package static func check(_ sizes: [Int]) throws(GrowthError) {
    if let size = sizes.first(where: { $0 <= 0 }) { throw .sizeNotPositive(size) }
    for (previous, size) in zip(sizes, sizes.dropFirst()) where size <= previous {
      throw .sizesNotAscending(size, after: previous)
    }
    guard sizes.count >= 3 else { throw .tooFewSizes(sizes.count) }
  }
}
