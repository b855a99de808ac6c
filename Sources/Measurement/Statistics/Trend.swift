/// Ranks of values, and the correlation of two rows of them.
private enum Ranks {
  /// Returns ranks from 1 up; equal values share the mean of their ranks.
  static func of(_ samples: [Double]) -> [Double] {
    let order = samples.indices.sorted { samples[$0] < samples[$1] }
    var ranks = [Double](repeating: 0, count: samples.count)
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, samples[order[end]] == samples[order[start]] { end += 1 }
      for position in start..<end { ranks[order[position]] = Double(start + end + 1) / 2 }
      start = end
    }
    return ranks
  }

  /// Returns Spearman's rank correlation; `nil` if all ranks of one row are equal.
  static func correlation(_ first: [Double], _ second: [Double]) -> Double? {
    let middle = Double(first.count + 1) / 2
    var product = 0.0
    var squares = (0.0, 0.0)
    for (left, right) in zip(first, second) {
      product += (left - middle) * (right - middle)
      squares.0 += (left - middle) * (left - middle)
      squares.1 += (right - middle) * (right - middle)
    }
    guard squares.0 > 0, squares.1 > 0 else { return nil }
    return product / (squares.1 * squares.0).squareRoot()
  }
}

/// The rank correlation between samples and the order in which they were taken.
///
/// Source: C. Spearman, *The proof and measurement of association between two things*, 1904; the
/// normal limit is in M. G. Kendall and J. D. Gibbons, *Rank Correlation Methods*, 5th ed.,
/// section 4.14.
struct Trend {
  /// The correlation, −1 to 1; above 0 the samples grow.
  let correlation: Double
  /// `correlation` · √(*n* − 1): about standard normal without a trend.
  let score: Double
  /// The median of the later half divided by that of the earlier half, less 1; `nil` if the earlier
  /// median is 0. A middle sample belongs to neither half.
  let change: Double?

  /// Finds the trend of finite samples.
  ///
  /// - Returns: `nil` with fewer than 10 samples, for which the normal limit does not hold, and if
  ///   all are equal.
  init?(_ samples: [Double]) {
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
