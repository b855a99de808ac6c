/// The statistics of a set of samples.
package struct Summary: Equatable, Sendable {
  /// The confidence of intervals, and the bounds of a drift.
  package enum Bounds {
    /// The confidence of intervals.
    package static let confidence = 0.95
    /// The smallest ``Trend/score`` that is called a drift: the two-sided 0.1 % point of the
    /// standard normal.
    static let driftScore = 3.291
    /// The smallest change between halves that is called a drift, because thousands of samples make
    /// a trend of a hundredth of a per cent certain.
    static let driftChange = 0.02
  }

  package let n: Int
  package let mean: Double
  package let median: Double
  /// The median absolute deviation, not scaled.
  package let mad: Double
  package let min: Double
  package let p25: Double
  package let p75: Double
  package let max: Double

  /// Summarises samples.
  ///
  /// - Parameter samples: Finite values, all in one unit.
  /// - Returns: `nil` without samples.
  /// - Complexity: O(*n* log *n*).
  package init?(_ samples: [Double]) {
    let sorted = SortedSamples(samples)
    guard let mean = sorted.mean, let median = sorted.median, let min = sorted.min,
      let max = sorted.max, let mad = sorted.medianAbsoluteDeviation,
      let p25 = sorted.percentile(25), let p75 = sorted.percentile(75)
    else { return nil }
    n = sorted.count
    self.mean = mean
    self.median = median
    self.mad = mad
    self.min = min
    self.p25 = p25
    self.p75 = p75
    self.max = max
  }
}
