import Foundation

/// The estimate of a cost that was measured once in each of several fresh processes.
///
/// It is the geometric mean over processes, with an interval by Student's *t* on the logarithms,
/// because the logarithms of costs are closer to normal than the costs. If a value is not above 0,
/// it is the arithmetic mean, with an interval by Student's *t*. With two processes the interval
/// reaches 12.7 standard errors to either side.
///
/// The quotient of two estimates above 0 is the ratio of ``IndependentComparison``.
package struct ProcessEstimate: Equatable, Sendable {
  package let value: Double
  /// The ends of the interval; `nil` with one process, or if an end is not finite.
  package let interval: ClosedRange<Double>?

  /// Estimates a cost.
  ///
  /// - Parameters:
  ///   - values: One finite value for each process, all in one unit, in any order.
  ///   - confidence: Above 0 and below 1.
  /// - Returns: `nil` without values, and if one is not finite.
  package init?(_ values: [Double], confidence: Double = Summary.Bounds.confidence) {
    guard let first = values.first, values.allSatisfy(\.isFinite) else { return nil }
    let isAboveZero = values.allSatisfy { $0 > 0 }
    // From the first, so that equal values have themselves as their mean, to the last bit.
    let distances = isAboveZero ? values.map { log($0) - log(first) } : values.map { $0 - first }
    func value(at distance: Double) -> Double {
      isAboveZero ? first * exp(distance) : first + distance
    }
    let mean = IndependentComparison.mean(distances)
    self.value = value(at: mean)
    guard values.count > 1 else {
      interval = nil
      return
    }
    let reach = IndependentComparison.Spread(ofMean: distances).reach(confidence: confidence)
    let (low, high) = (value(at: mean - reach), value(at: mean + reach))
    interval = low.isFinite && high.isFinite ? low...high : nil
  }
}
