import Foundation

/// Two samples that enclose the median of their distribution at a stated confidence.
///
/// The number of samples below the true median is binomial with probability one half, whatever the
/// distribution. The narrowest pair of ranks *r* and *n* + 1 − *r* that reaches the confidence is
/// taken. Source: W. J. Conover, *Practical Nonparametric Statistics*, 3rd ed., section 3.2.
///
/// It assumes independent samples. Samples of one process are not independent.
package struct MedianInterval: Equatable, Sendable {
  package let low: Double
  package let high: Double

  /// Finds the interval.
  ///
  /// - Parameter confidence: Above 0 and below 1.
  /// - Returns: `nil` if even the smallest and the largest sample do not reach the confidence, as
  ///   with fewer than 6 samples at 95 %.
  /// - Complexity: O(√*n*).
  package init?(_ samples: SortedSamples, confidence: Double = 0.95) {
    guard let found = Self.ranks(count: samples.count, confidence: confidence) else { return nil }
    low = samples.values[found.low - 1]
    high = samples.values[samples.count - found.low]
  }

  /// Returns the minimum number of samples for an interval: 6 at 95 %, 8 at 99 %.
  static func samplesNeeded(confidence: Double) -> Int {
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

  /// Returns the rank of the lower end of the narrowest interval that reaches a confidence, and the
  /// probability that such an interval holds the median.
  ///
  /// Terms are taken relative to the one in the middle and summed outwards, because 2⁻ⁿ is zero in
  /// floating point from 1,075 samples on.
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
