/// The statistics of a set of samples, with warnings about them.
package struct Summary: Equatable, Sendable {
  /// The bounds beyond which a summary carries a warning.
  package enum Bounds {
    /// The confidence of intervals.
    package static let confidence = 0.95
    /// The largest median absolute deviation that is not called noise, as a share of the median.
    ///
    /// Rows that stay on one thread agree within 2 %. Rows that hop between executors change by up
    /// to 50 % on two cores.
    static let spread = 0.05
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
  package let p90: Double
  package let p99: Double
  package let max: Double
  let caveats: [Caveat]

  /// Summarises samples.
  ///
  /// - Parameter samples: Finite values in the order in which they were taken, all in one unit.
  /// - Returns: `nil` without samples.
  /// - Complexity: O(*n* log *n*).
  package init?(_ samples: [Double]) {
    let sorted = SortedSamples(samples)
    guard let mean = sorted.mean, let median = sorted.median, let min = sorted.min,
      let max = sorted.max, let mad = sorted.medianAbsoluteDeviation,
      let p25 = sorted.percentile(25), let p75 = sorted.percentile(75),
      let p90 = sorted.percentile(90), let p99 = sorted.percentile(99)
    else { return nil }
    n = sorted.count
    self.mean = mean
    self.median = median
    self.mad = mad
    self.min = min
    self.p25 = p25
    self.p75 = p75
    self.p90 = p90
    self.p99 = p99
    self.max = max
    caveats = [
      Self.shortage(n), Self.noise(mad: mad, median: median),
      SteadyState.drift(of: samples).map { .drifting(change: $0) }, Self.clusters(sorted),
    ].compactMap { $0 }
  }

  /// The caveats as one line for a cell or a table; `nil` without any.
  package var caveat: String? {
    caveats.isEmpty ? nil : caveats.map(\.description).joined(separator: "; ")
  }

  private static func shortage(_ count: Int) -> Caveat? {
    let needs = [50, 25, 75, 90, 99].map { ("p\($0)", SortedSamples.samplesNeeded(percentile: $0)) }
    let unmet = needs.filter { $0.1 > count }
    return unmet.map(\.1).max().map {
      .tooFewSamples(for: unmet.map(\.0), needed: $0, got: count)
    }
  }

  private static func noise(mad: Double, median: Double) -> Caveat? {
    // With a median of 0 any deviation is infinitely large beside it, and none is none.
    let spread = mad == 0 ? 0 : mad / abs(median)
    return spread > Bounds.spread ? .noisy(spread: spread) : nil
  }

  private static func clusters(_ samples: SortedSamples) -> Caveat? {
    guard let split = Bimodality(samples), split.isBimodal else { return nil }
    return .bimodal(upper: split.upperCount, of: samples.count, distance: split.distance)
  }
}
