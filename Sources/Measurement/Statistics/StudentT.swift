import Foundation

/// Student's *t* distribution.
///
/// Source: Student, *The probable error of a mean*, 1908; as an incomplete beta function in the
/// *NIST Digital Library of Mathematical Functions*, 8.17, and M. Abramowitz and I. A. Stegun,
/// *Handbook of Mathematical Functions*, 26.7.1.
package struct StudentT: Equatable, Sendable {
  private let degreesOfFreedom: Double

  /// Creates a distribution with degrees of freedom above 0 and finite.
  package init(degreesOfFreedom: Double) {
    precondition(
      degreesOfFreedom > 0 && degreesOfFreedom.isFinite,
      "degreesOfFreedom: must be above 0, got \(degreesOfFreedom)")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// Returns the probability of a value of at most `t`, which is not nan.
  func cumulative(_ t: Double) -> Double {
    precondition(!t.isNaN, "t: must be a number, got nan")
    return t < 0 ? tail(-t) : 1 - tail(t)
  }

  /// Returns the value that is exceeded with probability 1 − `p`: with 10 degrees of freedom and
  /// 0.975, 2.228.
  ///
  /// - Parameter p: Above 0 and below 1.
  /// - Complexity: O(√degrees of freedom) for each of about 60 halvings.
  package func quantile(_ p: Double) -> Double {
    precondition(p > 0 && p < 1, "p: must be above 0 and below 1, got \(p)")
    guard p != 0.5 else { return 0 }
    let outside = min(p, 1 - p)
    var high = 1.0
    while tail(high) > outside, high < 0x1p1000 { high *= 2 }
    let distance = Bisection.root(from: high > 1 ? high / 2 : 0, to: high) { tail($0) > outside }
    return p < 0.5 ? -distance : distance
  }

  /// Returns the probability of a value above `t`, which is 0 or more.
  private func tail(_ t: Double) -> Double {
    let square = t * t
    // Where the square is small, all the digits are in the rest to 1.
    return IncompleteBeta.regularized(
      degreesOfFreedom / (degreesOfFreedom + square),
      rest: square.isFinite ? square / (degreesOfFreedom + square) : 1,
      a: degreesOfFreedom / 2, b: 0.5) / 2
  }
}

/// The regularised incomplete beta function, for Student's *t*.
enum IncompleteBeta {
  /// Returns the probability that a beta variable with shapes `a` and `b` is at most `x`: Iₓ(a, b).
  ///
  /// The continued fraction of the *NIST Digital Library of Mathematical Functions*, 8.17.22, by
  /// Lentz's method as modified by Thompson and Barnett (W. H. Press et al., *Numerical Recipes*,
  /// 3rd ed., sections 5.2 and 6.4). Beyond x = (a + 1) / (a + b + 2) the other tail is computed.
  ///
  /// - Parameters:
  ///   - x: 0 to 1.
  ///   - rest: 1 − `x`, for callers with more digits of it.
  ///   - a: Above 0.
  ///   - b: Above 0.
  /// - Returns: 0 to 1. The relative precision is about 10⁻¹² with shapes up to 1,000 and 10⁻¹⁰ up
  ///   to 10⁶.
  /// - Complexity: O(√(a + b)).
  static func regularized(_ x: Double, rest: Double? = nil, a: Double, b: Double) -> Double {
    precondition(x >= 0 && x <= 1, "x: must be 0 to 1, got \(x)")
    precondition(a > 0 && a.isFinite, "a: must be above 0, got \(a)")
    precondition(b > 0 && b.isFinite, "b: must be above 0, got \(b)")
    let rest = rest ?? 1 - x
    guard x > 0 else { return 0 }
    guard rest > 0 else { return 1 }
    let front = density(x, rest, a, b)
    let value =
      x <= (a + 1) / (a + b + 2)
      ? front / a * fraction(x, a, b)
      : 1 - front / b * fraction(rest, b, a)
    // The logarithms' rounding must not make a probability of 1.000…2.
    return min(max(value, 0), 1)
  }

  /// Returns the continued fraction 1 / (1 + d₁ / (1 + d₂ / (1 + …))).
  private static func fraction(_ x: Double, _ a: Double, _ b: Double) -> Double {
    // Stands in for a denominator of 0, as Lentz's method needs.
    let tiny = 0x1p-960
    func guarded(_ value: Double) -> Double { abs(value) < tiny ? tiny : value }
    var c = 1.0
    var d = 1 / guarded(1 - (a + b) * x / (a + 1))
    var value = d
    // It takes up to √max(a, b) terms and a few dozen; with the bound no rounding can make the loop
    // endless.
    let terms = 1_000 + 10 * Int(max(a, b).squareRoot())
    for term in 1...terms {
      let m = Double(term)
      let even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
      d = 1 / guarded(1 + even * d)
      c = guarded(1 + even / c)
      value *= d * c
      let odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
      d = 1 / guarded(1 + odd * d)
      c = guarded(1 + odd / c)
      value *= d * c
      if abs(d * c - 1) < 0x1p-51 { break }
    }
    return value
  }

  /// Returns xᵃ·(1 − x)ᵇ / B(a, b).
  ///
  /// Plain logarithms would lose a digit for every power of ten of a + b. Here x is measured from
  /// its mean a / (a + b), as in C. Loader, *Fast and accurate computation of binomial
  /// probabilities*, 2000.
  private static func density(_ x: Double, _ rest: Double, _ a: Double, _ b: Double) -> Double {
    let sum = a + b
    // (x − a / (a + b)) · (a + b), without the difference of nearly equal numbers.
    let beyond = x * b - rest * a
    let left = abs(beyond) < a / 2 ? log1p(beyond / a) : log(x * (sum / a))
    let right = abs(beyond) < b / 2 ? log1p(-beyond / b) : log(rest * (sum / b))
    let scale = (a / sum * b / (2 * Double.pi)).squareRoot()
    return scale
      * exp(a * left + b * right + stirlingRest(sum) - stirlingRest(a) - stirlingRest(b))
  }

  /// Returns the part of the logarithm of Γ(x) that Stirling's formula omits: 5.11.1 of the
  /// *Digital Library*.
  private static func stirlingRest(_ x: Double) -> Double {
    guard x >= 10 else {
      // The pair is Swift's own; C's function also writes the sign to a variable all threads share.
      let (value, _): (Double, Int) = lgamma(x)
      return value - ((x - 0.5) * log(x) - x + log(2 * Double.pi) / 2)
    }
    let square = 1 / (x * x)
    let series = 1.0 / 1_680 - square * (1.0 / 1_188 - square * 691.0 / 360_360)
    return (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1_260 - square * series))) / x
  }
}

private enum Bisection {
  /// Returns the value at which a condition stops to hold, within one unit in the last place.
  ///
  /// - Parameters:
  ///   - low: A value at which it holds.
  ///   - high: A value at which it does not; 0 ≤ low < high.
  static func root(
    from low: Double, to high: Double, while holds: (Double) -> Bool
  ) -> Double {
    var low = low
    var high = high
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return middle }
      if holds(middle) { low = middle } else { high = middle }
    }
  }
}
