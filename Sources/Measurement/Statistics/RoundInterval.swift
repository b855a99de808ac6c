import Foundation

/// An interval for a value above 0 that was measured once in each of several fresh processes.
///
/// Student's *t* on the logarithms: an interval for the geometric mean over processes. Source:
/// Student, *The probable error of a mean*, 1908. With two processes it reaches 12.7 standard
/// errors to either side.
package struct RoundInterval: Equatable, Sendable {
  /// The lower end, in the unit of the values; above 0.
  package let low: Double
  /// The upper end, in the unit of the values.
  package let high: Double

  /// Finds the interval.
  ///
  /// - Parameters:
  ///   - values: One for each process, all in one unit, in any order.
  ///   - confidence: Above 0 and below 1.
  /// - Returns: Nil with fewer than 2 values, and if one is not above 0 and finite.
  /// - Complexity: O(*n*).
  package init?(_ values: [Double], confidence: Double = Summary.Bounds.confidence) {
    guard values.count >= 2, values.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    // From the first, so that equal values have themselves as their mean, to the last bit.
    let logarithms = values.map { log($0) - log(values[0]) }
    let mean = logarithms.reduce(0, +) / Double(values.count)
    let squares = logarithms.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    let spread = IndependentComparison.Spread(
      standardError: (squares / Double(values.count - 1) / Double(values.count)).squareRoot(),
      degreesOfFreedom: Double(values.count - 1))
    let reach = spread.reach(confidence: confidence)
    low = values[0] * exp(mean - reach)
    high = values[0] * exp(mean + reach)
  }
}
