/// The statistics of a set of samples, with warnings about them.
public struct Summary: Equatable, Sendable {
  /// The bounds beyond which a summary carries a warning.
  public enum Bounds {
    /// The confidence of the median's interval.
    public static let confidence = 0.95
    /// The largest median absolute deviation that is not called noise, as a share of the median.
    ///
    /// Rows that stay on one thread agree within 2 %; rows that hop between executors change by up
    /// to 50 % on two cores.
    public static let spread = 0.05
    /// The smallest ``Trend/score`` that is called a drift: the two-sided 0.1 % point of the
    /// standard normal.
    public static let driftScore = 3.291
    /// The smallest change between halves that is called a drift, because thousands of samples make
    /// a trend of a hundredth of a per cent certain.
    public static let driftChange = 0.02
    /// The minimum number of samples in which clumps are found.
    public static let clumpSamples = 9
    /// The smallest distance of two clumps' centres, as a share of the lower centre.
    public static let clumpDistance = 0.02

    /// The minimum number of samples in a clump: 3 of 9, 6 of 20, 22 of 100.
    ///
    /// A plain fifth mistakes the long tail of a few exponential samples for a clump.
    public static func clumpSize(count: Int) -> Int { count / 5 + 2 }

    /// The smallest ``Bimodality/separation`` that is called two clumps: 12.1 for 9 samples, 6.9
    /// for 20, 4.9 for 100.
    ///
    /// This curve lies on or above the largest that one in a thousand sets of normal, uniform,
    /// exponential and log-normal (σ up to 1) samples reaches, for 9 to 1,000 samples.
    public static func clumpSeparation(count: Int) -> Double { 4.5 + 38 / Double(count - 4) }
  }

  /// The number of samples; at least 1.
  public let n: Int
  /// The arithmetic mean; outliers are included.
  public let mean: Double
  /// The middle sample, or the mean of the two in the middle.
  public let median: Double
  /// The median absolute deviation, not scaled.
  public let mad: Double
  /// The smallest sample; outliers are included.
  public let min: Double
  /// The 25th percentile; an interpolation with fewer than 4 samples.
  public let p25: Double
  /// The 75th percentile; an interpolation with fewer than 4 samples.
  public let p75: Double
  /// The 90th percentile; an interpolation with fewer than 10 samples.
  public let p90: Double
  /// The 99th percentile; an interpolation with fewer than 100 samples.
  public let p99: Double
  /// The largest sample; outliers are included.
  public let max: Double
  /// The interval that holds the median at ``Bounds/confidence``; nil with fewer than 6 samples.
  public let interval: MedianInterval?
  /// Warnings about these numbers.
  public let caveats: [Caveat]

  /// Summarises samples.
  ///
  /// - Parameters:
  ///   - samples: Finite values in the order in which they were taken, all in one unit.
  ///   - known: Warnings that the caller has already.
  /// - Returns: Nil without samples.
  /// - Complexity: O(*n* log *n*).
  public init?(_ samples: [Double], known: [Caveat] = []) {
    let sorted = SortedSamples(samples)
    guard let mean = sorted.mean, let median = sorted.median, let min = sorted.min,
      let max = sorted.max, let mad = sorted.medianAbsoluteDeviation, let p25 = sorted[.p25],
      let p75 = sorted[.p75], let p90 = sorted[.p90], let p99 = sorted[.p99]
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
    interval = MedianInterval(sorted, confidence: Bounds.confidence)
    caveats =
      known + Self.shortage(n) + Self.noise(mad: mad, median: median) + Self.drift(samples)
      + Self.clumps(sorted)
  }

  /// The caveats as one line for a cell or a table; nil without any.
  public var caveat: String? {
    caveats.isEmpty ? nil : caveats.map(\.description).joined(separator: "; ")
  }

  private static func shortage(_ count: Int) -> [Caveat] {
    var needs = [Quantile.p50, .p25, .p75, .p90, .p99].map { ("\($0)", $0.samplesNeeded) }
    needs.append(("interval", MedianInterval.samplesNeeded(confidence: Bounds.confidence)))
    let unmet = needs.filter { $0.1 > count }
    guard let most = unmet.map(\.1).max() else { return [] }
    return [.tooFewSamples(for: unmet.map(\.0), needed: most, got: count)]
  }

  private static func noise(mad: Double, median: Double) -> [Caveat] {
    // With a median of 0 any deviation is infinitely large beside it, and none is none.
    let spread = mad == 0 ? 0 : mad / abs(median)
    return spread > Bounds.spread ? [.noisy(spread: spread)] : []
  }

  private static func drift(_ samples: [Double]) -> [Caveat] {
    SteadyState.drift(of: samples).map { [.drifting(change: $0)] } ?? []
  }

  private static func clumps(_ samples: SortedSamples) -> [Caveat] {
    guard let split = Bimodality(samples), split.isBimodal else { return [] }
    return [
      .bimodal(upper: split.upperCount, of: samples.count, distance: split.distance)
    ]
  }
}
