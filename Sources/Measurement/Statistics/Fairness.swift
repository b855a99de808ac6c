/// The fairness of a division.
package enum Fairness {
  /// Returns Jain's index: 1 for equal shares, 1/*n* if one gets everything; `nil` if all are 0.
  ///
  /// R. Jain, D. Chiu, W. Hawe, *A quantitative measure of fairness and discrimination for resource
  /// allocation in shared computer systems*, DEC-TR-301, 1984.
  ///
  /// - Parameter shares: Shares of 0 or more.
  package static func jain(_ shares: [Double]) -> Double? {
    let sum = shares.reduce(0, +)
    guard sum > 0 else { return nil }
    return sum * sum / (Double(shares.count) * shares.reduce(0) { $0 + $1 * $1 })
  }
}
