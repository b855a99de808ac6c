/// Whether each value tells something about the next one.
///
/// Spearman's rank correlation between each value and the one after it: the rank version of
/// A. Wald and J. Wolfowitz, *An exact test for randomness in the non-parametric case based on
/// serial correlation*, 1943. A ``Trend`` shows here as well, but a value that swings back and forth
/// only here.
package struct SerialCorrelation: Equatable, Sendable {
  /// Fewest pairs of neighbours, below which the normal limit is no guide.
  package static let fewestPairs = 10

  /// −1 to 1; above 0 a large value is followed by large ones, below 0 by small ones.
  package let correlation: Double
  /// `correlation` · √(*n* − 1) for *n* pairs of neighbours: about standard normal when values do
  /// not depend on those before them, with a mean of −1/√*n*.
  package let score: Double

  /// Finds the correlation of neighbours.
  ///
  /// - Parameter samples: Values that are not nan, in their order.
  /// - Returns: Nil with fewer than ``fewestPairs`` pairs, which is one less than there are values,
  ///   and when the values before, or those after, are all equal.
  /// - Complexity: O(*n* log *n*).
  package init?(_ samples: [Double]) {
    guard samples.count > Self.fewestPairs,
      let found = Ranks.correlation(
        Ranks.of(Array(samples.dropLast())), Ranks.of(Array(samples.dropFirst())))
    else { return nil }
    correlation = found
    score = found * Double(samples.count - 2).squareRoot()
  }
}
