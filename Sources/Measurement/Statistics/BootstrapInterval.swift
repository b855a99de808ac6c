/// The ratio of the medians of two sets of samples, and an interval for it.
///
/// For samples that were not taken in pairs, where ``PairedComparison`` does not apply. Both sides
/// are drawn again from their own samples, with replacement, many times; the interval holds the
/// middle share of the ratios of medians that come out. Source: B. Efron, *Bootstrap methods:
/// another look at the jackknife*, 1979; the percentile interval is in B. Efron and
/// R. J. Tibshirani, *An Introduction to the Bootstrap*, 1993, chapter 13.
///
/// Percentiles and not BCa: BCa takes its acceleration from the jackknife, and leaving out one
/// sample moves a median by nothing or by one whole step, so that this estimate does not converge
/// (Efron and Tibshirani, section 11.6). Percentiles need no such thing, are the same on a
/// logarithmic scale, and never leave what the samples span.
///
/// It assumes independent samples, and says nothing about what differs between two runs.
public struct BootstrapInterval: Equatable, Sendable {
  /// How often samples are drawn again unless said otherwise. At 2,000 an end that should cut off
  /// 2.5 % cuts off 1.8 to 3.2 %.
  public static let resamples = 2_000

  /// The candidate's median divided by the base's, of the samples as they are.
  public let ratio: Double
  /// The interval's lower end: at a confidence of 95 %, 2.5 % of the drawn ratios are smaller.
  public let low: Double
  /// The interval's upper end: at a confidence of 95 %, 2.5 % of the drawn ratios are larger.
  public let high: Double

  /// Finds the interval.
  ///
  /// - Parameters:
  ///   - base: Independent samples above 0.
  ///   - candidate: Independent samples in the same unit.
  ///   - confidence: Above 0 and below 1; that of a ``Summary`` unless said otherwise.
  ///   - resamples: 1 or more.
  ///   - generator: Where the draws come from. One word for each draw: of every resample first the
  ///     base's, then the candidate's. The same words give the same interval.
  /// - Returns: Nil when a base sample is not above 0, and when either side has fewer samples than
  ///   ``MedianInterval/samplesNeeded(confidence:)``, 6 at 95 %: with so few even the least and the
  ///   largest sample do not hold the median at that confidence, and no resample goes beyond them.
  /// - Complexity: O(resamples · *n*).
  public init?(
    base: SortedSamples, candidate: SortedSamples,
    confidence: Double = Summary.Bounds.confidence, resamples: Int = Self.resamples,
    using generator: inout some RandomNumberGenerator
  ) {
    precondition(resamples >= 1, "resamples: must be 1 or more, got \(resamples)")
    let needed = MedianInterval.samplesNeeded(confidence: confidence)
    guard base.count >= needed, candidate.count >= needed, let least = base.min, least > 0,
      let baseMedian = base.median, let candidateMedian = candidate.median
    else { return nil }
    var counts = [Int](repeating: 0, count: max(base.count, candidate.count))
    var ratios: [Double] = []
    ratios.reserveCapacity(resamples)
    for _ in 0..<resamples {
      let below = Self.drawnMedian(base.values, &counts, &generator)
      let above = Self.drawnMedian(candidate.values, &counts, &generator)
      ratios.append(above / below)
    }
    let sorted = SortedSamples(ratios)
    let tail = Int(((1 - confidence) / 2 * 1_000_000).rounded())
    guard let low = sorted[Quantile(partsPerMillion: tail)],
      let high = sorted[Quantile(partsPerMillion: 1_000_000 - tail)]
    else { return nil }
    ratio = candidateMedian / baseMedian
    self.low = low
    self.high = high
  }

  /// The median of as many draws, with replacement, as there are samples.
  ///
  /// How often each rank was drawn is counted, and the middle found by walking over the counts: no
  /// resample is sorted.
  ///
  /// - Parameter counts: Room for a count of each sample; all 0 before and after.
  private static func drawnMedian(
    _ values: [Double], _ counts: inout [Int], _ generator: inout some RandomNumberGenerator
  ) -> Double {
    for _ in values.indices {
      // Not `Int.random(in:using:)`: how many words that takes, and what it makes of them, is no
      // promise of the standard library, and a seed would mean something else after an upgrade. The
      // high word of a product favours some ranks by less than one part in 10¹⁶.
      let rank = generator.next().multipliedFullWidth(by: UInt64(values.count)).high
      counts[Int(rank)] += 1
    }
    let lower = (values.count - 1) / 2
    let upper = values.count / 2
    var seen = 0
    var sum = 0.0
    for rank in values.indices {
      let before = seen
      seen += counts[rank]
      counts[rank] = 0
      if before <= lower, lower < seen { sum += values[rank] }
      if before <= upper, upper < seen { sum += values[rank] }
    }
    return sum / 2
  }
}
