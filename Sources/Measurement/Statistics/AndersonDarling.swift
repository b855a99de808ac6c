import Foundation

/// A test of whether values come from a distribution that was fully specified beforehand (case 0).
///
/// The values are given as the results of that distribution's cumulative function. Source: T. W.
/// Anderson and D. A. Darling, *A test of goodness of fit*, 1954. The probability is that of G.
/// Marsaglia and J. Marsaglia, *Evaluating the Anderson–Darling distribution*, Journal of
/// Statistical Software 9 (2004), in its short form: within 0.00002 of the limit's series, and
/// within 0.001 of simulations of 5 and 10 values.
///
/// With a parameter estimated from the same values the test is far too lenient.
package struct AndersonDarling: Equatable, Sendable {
  /// The statistic A²; infinite if a value is 0 or 1 itself.
  let statistic: Double
  /// The probability of a statistic at least as large for uniform values: 0 to 1, with four digits
  /// after the point.
  package let pValue: Double

  /// Tests values.
  ///
  /// - Parameter uniform: Values from 0 to 1, in any order. The caller spreads times that a clock
  ///   rounded down to 0 over the clock's step.
  /// - Returns: `nil` without values.
  /// - Complexity: O(*n* log *n*).
  package init?(_ uniform: [Double]) {
    guard !uniform.isEmpty else { return nil }
    let sorted = SortedSamples(uniform).values
    precondition(
      sorted[0] >= 0 && sorted[sorted.count - 1] <= 1, "uniform: must be 0 to 1, got \(sorted)")
    var sum = 0.0
    for (index, value) in sorted.enumerated() {
      // The largest is paired with the smallest: both are small where the tails are.
      sum += Double(2 * index + 1) * (log(value) + log1p(-sorted[sorted.count - 1 - index]))
    }
    let count = Double(sorted.count)
    statistic = -count - sum / count
    pValue = Self.pValue(statistic: statistic, count: count)
  }

  /// Returns the probability of a statistic at least as large for a number of values, which may be
  /// infinite.
  static func pValue(statistic: Double, count: Double) -> Double {
    guard statistic.isFinite else { return 0 }
    guard statistic > 0 else { return 1 }
    let tail = limitTail(statistic)
    return min(1, max(0, tail - correction(1 - tail, count)))
  }

  /// Returns the probability of a larger statistic for an infinite number of values.
  private static func limitTail(_ z: Double) -> Double {
    if z < 2 {
      let sum = polynomial(z, [2.00012, 0.247105, -0.0649821, 0.0347962, -0.011672, 0.00168691])
      return 1 - exp(-1.2337141 / z) / z.squareRoot() * sum
    }
    let sum = polynomial(z, [1.0776, -2.30695, 0.43424, -0.082433, 0.008056, -0.0003146])
    return -expm1(-exp(sum))
  }

  /// Returns the correction for few values to the limit's probability `x` of a smaller statistic.
  private static func correction(_ x: Double, _ count: Double) -> Double {
    if x > 0.8 {
      return polynomial(x, [-130.2137, 745.2337, -1705.091, 1950.646, -1116.360, 255.7844]) / count
    }
    let corner = 0.01265 + 0.1757 / count
    if x < corner {
      let t = x / corner
      let shape = t.squareRoot() * (1 - t) * (49 * t - 102)
      return shape * (0.0037 / (count * count) + 0.00078 / count + 0.00006) / count
    }
    let t = (x - corner) / (0.8 - corner)
    let shape = polynomial(t, [-0.00022633, 6.54034, -14.6538, 14.458, -8.259, 1.91864])
    return shape * (0.04213 + 0.01365 / count) / count
  }

  /// Evaluates coefficients from the constant up, by W. G. Horner's rule.
  private static func polynomial(_ x: Double, _ coefficients: [Double]) -> Double {
    coefficients.reversed().reduce(0) { $0 * x + $1 }
  }
}
