#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The geometric mean of several ratios, and an interval for it.
///
/// The interval comes from how each ratio's own processes scatter. It is that of the mean of these
/// very comparisons: it does not say what another choice of scenarios would have given.
public struct GeometricMean: Equatable, Sendable {
  /// How many ratios there were; at least 1.
  public let count: Int
  /// The natural logarithm of the mean.
  public let logRatio: Double
  /// Its scatter; nil when that of any ratio is not known.
  public let spread: IndependentComparison.Spread?

  /// Takes the mean.
  ///
  /// - Returns: Nil without any comparison.
  /// - Complexity: O(*n*).
  public init?(_ comparisons: [IndependentComparison]) {
    guard !comparisons.isEmpty else { return nil }
    count = comparisons.count
    logRatio = comparisons.reduce(0) { $0 + $1.logRatio } / Double(comparisons.count)
    spread = Self.spread(comparisons.map(\.spread))
  }

  /// Welch's and Satterthwaite's rule again, over any number of independent parts.
  private static func spread(
    _ parts: [IndependentComparison.Spread?]
  ) -> IndependentComparison.Spread? {
    let known = parts.compactMap { $0 }
    guard known.count == parts.count else { return nil }
    let variances = known.map { $0.standardError * $0.standardError }
    let sum = variances.reduce(0, +)
    guard sum > 0 else {
      return IndependentComparison.Spread(standardError: 0, degreesOfFreedom: .infinity)
    }
    let weights = zip(variances, known).map { $0 * $0 / $1.degreesOfFreedom }
    return IndependentComparison.Spread(
      standardError: sum.squareRoot() / Double(parts.count),
      degreesOfFreedom: max(1, sum * sum / weights.reduce(0, +)))
  }

  /// The mean of candidate / base.
  public var ratio: Double { exp(logRatio) }

  /// The two ratios between which the true mean of these comparisons lies.
  ///
  /// - Parameter confidence: Above 0 and below 1.
  public func interval(
    confidence: Double = Summary.Bounds.confidence
  ) -> (low: Double, high: Double)? {
    spread.map { $0.interval(around: logRatio, confidence: confidence) }
  }
}
