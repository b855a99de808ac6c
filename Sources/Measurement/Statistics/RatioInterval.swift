import Foundation

/// An interval for the ratio of two values that were measured apart, each with its own interval.
///
/// The distances from each value to the ends of its interval are squared and added on the scale of
/// logarithms. Source: G. Y. Zou and A. Donner, *Construction of confidence limits about effect
/// measures: a general approach*, Statistics in Medicine 27 (10), 2008.
package struct RatioInterval: Equatable, Sendable {
  /// A value and the interval around it, in one unit.
  package struct Estimate: Equatable, Sendable {
    package var value: Double
    package var low: Double
    package var high: Double

    package init(value: Double, low: Double, high: Double) {
      self.value = value
      self.low = low
      self.high = high
    }

    fileprivate var isUsable: Bool {
      low > 0 && low <= value && value <= high && high.isFinite
    }
  }

  /// The lower end of the ratio; above 0.
  package let low: Double
  /// The upper end of the ratio.
  package let high: Double

  /// Finds the interval of `upper` over `lower`, with the confidence of both.
  ///
  /// - Returns: Nil if an interval does not hold its value, or is not above 0 and finite.
  package init?(_ upper: Estimate, over lower: Estimate) {
    guard upper.isUsable, lower.isUsable else { return nil }
    func reach(_ one: Double, _ other: Double) -> Double {
      (log(one) * log(one) + log(other) * log(other)).squareRoot()
    }
    let ratio = upper.value / lower.value
    low = ratio * exp(-reach(upper.value / upper.low, lower.high / lower.value))
    high = ratio * exp(reach(upper.high / upper.value, lower.value / lower.low))
  }
}
