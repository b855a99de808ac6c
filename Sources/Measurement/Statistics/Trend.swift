/// Whether samples change with the order in which they were taken.
///
/// Interleaving spreads a slow machine over all scenarios alike, but a trial that is still warming
/// up, or a heap that fills, shows here.
public struct Trend: Equatable, Sendable {
  /// Spearman's rank correlation between order and value, −1 to 1; above 0 they grow.
  public let correlation: Double
  /// `correlation` · √(*n* − 1): about standard normal when there is no trend.
  public let score: Double
  /// The median of the later half divided by that of the earlier half, less 1; nil when the earlier
  /// median is 0. A middle sample belongs to neither half.
  public let change: Double?

  /// Finds the trend of samples.
  ///
  /// Ties share the mean of their ranks. Source: C. Spearman, *The proof and measurement of
  /// association between two things*, 1904; the normal limit is in M. G. Kendall and J. D. Gibbons,
  /// *Rank Correlation Methods*, 5th ed., section 4.14. Mann and Kendall's test asks the same of
  /// every pair, at O(*n*²), and finds the same trends.
  ///
  /// - Parameter samples: Finite values in the order in which they were taken.
  /// - Returns: Nil with fewer than 10 samples, for which the normal limit is no guide, and when
  ///   all are equal.
  /// - Complexity: O(*n* log *n*).
  public init?(_ samples: [Double]) {
    guard samples.count >= 10 else { return nil }
    let order = samples.indices.map { Double($0 + 1) }
    guard let found = Ranks.correlation(order, Ranks.of(samples)) else { return nil }
    correlation = found
    score = correlation * Double(samples.count - 1).squareRoot()
    let half = samples.count / 2
    guard let early = SortedSamples(samples.prefix(half)).median,
      let late = SortedSamples(samples.suffix(half)).median, early != 0
    else {
      change = nil
      return
    }
    change = late / early - 1
  }
}
