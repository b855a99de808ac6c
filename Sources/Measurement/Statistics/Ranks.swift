/// Ranks of values, and the correlation of two rows of them.
enum Ranks {
  /// Ranks from 1 up; equal values share the mean of the ranks they take together.
  ///
  /// - Complexity: O(*n* log *n*).
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

  /// C. Spearman's rank correlation, 1904: its title stands at ``Trend``.
  ///
  /// - Parameters:
  ///   - first: Ranks, as ``of(_:)`` gives them.
  ///   - second: As many ranks.
  /// - Returns: −1 to 1, or nil when all ranks of one row are equal.
  /// - Complexity: O(*n*).
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
