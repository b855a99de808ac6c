/// What a set of samples says, and what it cannot say.
public struct Summary: Equatable, Sendable {
  /// The bounds beyond which a summary carries a warning. The one home of these numbers.
  public enum Bounds {
    /// Confidence of the median's interval.
    public static let confidence = 0.95
    /// Largest median absolute deviation that is not called noise, as a share of the median.
    ///
    /// Rows that stay on one thread agree within 2 %; rows that hop between executors change by up
    /// to 50 % from run to run on two cores. 5 % parts the two.
    public static let spread = 0.05
    /// Smallest ``Trend/score`` that is called a drift: the two-sided 0.1 % point of the standard
    /// normal, so that a thousand steady rows raise about one false alarm.
    public static let driftScore = 3.291
    /// Smallest change between halves that is called a drift. With thousands of samples a trend
    /// of a hundredth of a per cent is certain, and of no interest.
    public static let driftChange = 0.02
    /// Fewest samples in which two clumps are looked for. Of fewer, hardly any arrangement is so
    /// unlikely that it may be called anything.
    public static let clumpSamples = 9
    /// Smallest distance of two clumps' centres that is worth a word, as a share of the lower
    /// centre: the change that counts as a drift.
    public static let clumpDistance = 0.02

    /// Fewest samples that make a clump, of so many: a fifth of them and two more; 3 of 9, 6 of 20,
    /// 22 of 100.
    ///
    /// A plain fifth lets the long tail of exponential samples pass for a clump when they are few.
    public static func clumpSize(count: Int) -> Int { count / 5 + 2 }

    /// Smallest ``Bimodality/separation`` of so many samples that is called two clumps: 12.1 for 9
    /// samples, 6.9 for 20, 4.9 for 100.
    ///
    /// Even samples without any clumps part in two with a separation of 3.5, and chance adds more
    /// the fewer they are. This curve lies on or above the largest that one in a thousand sets of
    /// normal, uniform, exponential and log-normal (σ up to 1) samples reaches, for 9 to 1,000
    /// samples. In 3,000,000 simulated sets of 9, 0.89 in 1,000 exceed it.
    public static func clumpSeparation(count: Int) -> Double { 4.5 + 38 / Double(count - 4) }
  }

  /// How many samples there were; at least 1.
  public let n: Int
  /// The arithmetic mean of all samples, which a single outlier can move far.
  public let mean: Double
  /// The middle sample, or the mean of the two in the middle.
  public let median: Double
  /// The median absolute deviation, not scaled.
  public let mad: Double
  /// The smallest sample: no outlier is left out.
  public let min: Double
  /// The 25th percentile; with fewer than 4 samples an interpolation with a caveat.
  public let p25: Double
  /// The 75th percentile; with fewer than 4 samples an interpolation with a caveat.
  public let p75: Double
  /// The 90th percentile; with fewer than 10 samples an interpolation with a caveat.
  public let p90: Double
  /// The 99th percentile; with fewer than 100 samples an interpolation with a caveat.
  public let p99: Double
  /// The largest sample: no outlier is left out.
  public let max: Double
  /// The interval that holds the median at ``Bounds/confidence``; nil with fewer than 6 samples.
  public let interval: MedianInterval?
  /// Warnings about the numbers above; empty when there are none.
  public let caveats: [Caveat]

  /// Summarises samples.
  ///
  /// - Parameters:
  ///   - samples: Finite values in the order in which they were taken, all in one unit.
  ///   - known: Warnings the caller has already, such as
  ///     ``ClockQuality/caveat(intervalNs:relativeError:)``.
  /// - Returns: Nil when there are no samples.
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

  /// The caveats as one line for a cell or a table; nil when there are none.
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
