/// Halving of an interval.
enum Bisection {
  /// Where a condition stops to hold.
  ///
  /// - Parameters:
  ///   - low: Where it holds.
  ///   - high: Where it does not; 0 ≤ low < high.
  ///   - holds: True up to some point and false from there on.
  /// - Returns: The middle of the last interval that can be halved: within one unit in the last
  ///   place of that point.
  /// - Complexity: One call for each halving: 55 or so, and one more for each power of two by which
  ///   the result is smaller than `high`.
  static func root(
    from low: Double, to high: Double, while holds: (Double) -> Bool
  ) -> Double {
    var low = low
    var high = high
    while true {
      let middle = low + (high - low) / 2
      guard middle > low, middle < high else { return middle }
      if holds(middle) { low = middle } else { high = middle }
    }
  }
}
