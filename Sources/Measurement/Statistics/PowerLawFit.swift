#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How a cost grows with a size: cost = factor · sizeᵉˣᵖᵒⁿᵉⁿᵗ, a straight line when both axes are
/// logarithmic.
///
/// An exponent near 0 means that the size does not matter, 1 that the cost doubles with it, 2 that
/// it quadruples. Least squares on the logarithms, where costs scatter by a share of themselves
/// whatever their size, with the usual interval from Student's *t* (N. R. Draper and H. Smith,
/// *Applied Regression Analysis*, 3rd ed., chapter 1).
///
/// It misleads when the cost is no power: 100 ns + 1 ns · *n* fits with an exponent between 0 and
/// 1 that changes with the sizes chosen. The points then lie along a curve and not at random around
/// the line, which neither ``rSquared`` nor the interval reveals. Look at the chart.
public struct PowerLawFit: Equatable, Sendable {
  /// Confidence of the exponent's interval. The one home of this number.
  public static let confidence = 0.95

  /// The power of the size.
  public let exponent: Double
  /// The lower end of the exponent's interval at ``confidence``.
  public let exponentLow: Double
  /// The upper end of the exponent's interval at ``confidence``.
  public let exponentHigh: Double
  /// The cost at size 1, in the unit of the costs; an extrapolation when no such size was measured.
  public let factor: Double
  /// The share of the logarithms' variance that the line explains, 0 to 1; nil when all costs are
  /// equal. Low when the exponent is near 0, however good the fit: there is nothing to explain.
  public let rSquared: Double?

  /// Fits a power.
  ///
  /// - Parameter points: Sizes and costs above 0 and finite; a size may occur more than once.
  /// - Returns: Nil with fewer than 3 different sizes, through two of which every power goes, and
  ///   when a value is not above 0 and finite.
  /// - Complexity: O(*n* log *n*).
  public init?(_ points: [(size: Double, cost: Double)]) {
    for point in points {
      guard point.size > 0, point.size.isFinite, point.cost > 0, point.cost.isFinite
      else { return nil }
    }
    guard Set(points.map(\.size)).count >= 3 else { return nil }
    let x = points.map { log($0.size) }
    let y = points.map { log($0.cost) }
    let count = Double(points.count)
    let xMean = x.reduce(0, +) / count
    let yMean = y.reduce(0, +) / count
    var xSquares = 0.0
    var products = 0.0
    for (x, y) in zip(x, y) {
      xSquares += (x - xMean) * (x - xMean)
      products += (x - xMean) * (y - yMean)
    }
    // Sizes that differ in their last bit only have one logarithm.
    guard xSquares > 0 else { return nil }
    let slope = products / xSquares
    var left = 0.0
    var total = 0.0
    for (x, y) in zip(x, y) {
      let rest = y - yMean - slope * (x - xMean)
      left += rest * rest
      total += (y - yMean) * (y - yMean)
    }
    let error = (left / (count - 2) / xSquares).squareRoot()
    let reach =
      error * StudentT(degreesOfFreedom: count - 2).quantile((1 + Self.confidence) / 2)
    exponent = slope
    exponentLow = slope - reach
    exponentHigh = slope + reach
    factor = exp(yMean - slope * xMean)
    let isFlat = points.allSatisfy { $0.cost == points[0].cost }
    rSquared = isFlat ? nil : max(0, 1 - left / total)
  }

  /// The law in a few characters, with the interval: `≈ n^0.98 (0.91 to 1.05)`.
  public var law: String {
    "≈ n^\(Decimals.text(exponent, places: 2))"
      + " (\(Decimals.text(exponentLow, places: 2)) to \(Decimals.text(exponentHigh, places: 2)))"
  }
}
