/// Two of the samples between which the median of what they were drawn from lies, at a stated
/// confidence, whatever its distribution.
///
/// Each sample falls below the true median with probability one half, so the number that do is
/// binomial, and the probability that the median lies between the samples of rank *r* and
/// *n* + 1 − *r* is a sum of binomial terms. The narrowest such pair that reaches the confidence is
/// taken; since ranks are whole, the ``coverage`` is usually above what was asked for. Source:
/// W. J. Conover, *Practical Nonparametric Statistics*, 3rd ed., section 3.2; the idea is
/// W. R. Thompson's, 1936.
///
/// It assumes samples that are independent. Samples of one process are not: they share its heap and
/// its code's addresses, so an interval over them says nothing about the next process.
public struct MedianInterval: Equatable, Sendable {
  /// The sample at ``lowRank``.
  public let low: Double
  /// The sample at ``highRank``.
  public let high: Double
  /// The rank of the lower end, counted from 1.
  public let lowRank: Int
  /// The rank of the upper end, counted from 1: `count + 1 - lowRank`.
  public let highRank: Int
  /// The probability that such an interval holds the median: from the confidence asked for up to 1.
  public let coverage: Double

  /// Finds the interval.
  ///
  /// - Parameters:
  ///   - samples: Independent samples.
  ///   - confidence: Above 0 and below 1; 0.95 unless said otherwise.
  /// - Returns: Nil when even the smallest and the largest sample do not reach the confidence, as
  ///   with fewer than 6 samples at 95 %.
  /// - Complexity: O(√*n*).
  public init?(_ samples: SortedSamples, confidence: Double = 0.95) {
    guard let found = Self.ranks(count: samples.count, confidence: confidence) else { return nil }
    lowRank = found.low
    highRank = samples.count + 1 - found.low
    low = samples.values[lowRank - 1]
    high = samples.values[highRank - 1]
    coverage = found.coverage
  }

  /// How many samples it takes until an interval exists: 6 at 95 %, 8 at 99 %.
  ///
  /// - Parameter confidence: Above 0 and below 1.
  public static func samplesNeeded(confidence: Double) -> Int {
    precondition(
      confidence > 0 && confidence < 1,
      "confidence: must be above 0 and below 1, got \(confidence)")
    // The widest interval misses when all samples fall on one side: twice one half to the *n*.
    var needed = 1
    var missed = 1.0
    while 1 - missed < confidence {
      needed += 1
      missed /= 2
    }
    return needed
  }

  /// The rank of the lower end of the narrowest interval that reaches a confidence.
  ///
  /// Terms are taken relative to the one in the middle and summed outwards from it. Starting at the
  /// tail would be the textbook's way, but 2⁻ⁿ is zero in floating point from 1,075 samples on.
  static func ranks(count: Int, confidence: Double) -> (low: Int, coverage: Double)? {
    guard count >= samplesNeeded(confidence: confidence) else { return nil }
    let middle = count / 2
    // An odd count has two equal terms in the middle, an even one has a single one.
    let isOdd = count % 2 == 1
    var total = isOdd ? 2.0 : 1.0
    var term = 1.0
    var below = middle
    while below > 0 {
      term *= Double(below) / Double(count - below + 1)
      guard term > 0x1p-80 else { break }
      below -= 1
      total += 2 * term
    }
    // Ranks r and n + 1 − r hold the median unless fewer than r, or more than n − r, fall below it.
    var rank = middle
    var inside = isOdd ? 2.0 : 1.0
    term = 1
    // Rounding must not widen an interval that reaches the confidence to the last bit, such as 75 %
    // with 3 samples.
    while inside / total < confidence - 1e-12, rank > 0 {
      term *= Double(rank) / Double(count - rank + 1)
      rank -= 1
      inside += 2 * term
    }
    return rank > 0 ? (rank, inside / total) : nil
  }
}
