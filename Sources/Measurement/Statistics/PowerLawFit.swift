import Foundation

/// The growth of a cost with a size: cost = factor · sizeᵉˣᵖᵒⁿᵉⁿᵗ.
///
/// Least squares on the logarithms, with the interval from Student's *t* (N. R. Draper and H.
/// Smith, *Applied Regression Analysis*, 3rd ed., chapter 1). A cost that is not a power, such as
/// 100 ns + 1 ns · *n*, fits with an exponent between 0 and 1 that depends on the sizes. The
/// interval does not show this.
package struct PowerLawFit: CustomStringConvertible, Equatable, Sendable {
  package let exponent: Double
  package let exponentLow: Double
  package let exponentHigh: Double

  /// Fits a power.
  ///
  /// - Parameter points: Sizes and costs above 0 and finite; a size may occur more than once.
  /// - Returns: `nil` with fewer than 3 different sizes, and if a value is not above 0 and finite.
  /// - Complexity: O(*n* log *n*).
  package init?(_ points: [(size: Double, cost: Double)]) {
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
    for (x, y) in zip(x, y) {
      let rest = y - yMean - slope * (x - xMean)
      left += rest * rest
    }
    let error = (left / (count - 2) / xSquares).squareRoot()
    let reach =
      error * StudentT(degreesOfFreedom: count - 2).quantile((1 + Summary.Bounds.confidence) / 2)
    exponent = slope
    exponentLow = slope - reach
    exponentHigh = slope + reach
  }

  /// The exponent with its interval: `n^0.42 ±0.05`.
  package var description: String {
    "n^\(Decimals.text(exponent, places: 2)) "
      + "±\(Decimals.text((exponentHigh - exponentLow) / 2, places: 2))"
  }
}
