/// How evenly something was shared out.
public enum Fairness {
  /// Jain's index: the square of the sum over *n* times the sum of the squares. 1 when all got the
  /// same, 1/*n* when one got everything.
  ///
  /// R. Jain, D. Chiu, W. Hawe, *A quantitative measure of fairness and discrimination for resource
  /// allocation in shared computer systems*, DEC-TR-301, 1984.
  ///
  /// - Parameter shares: What each got; none less than zero.
  /// - Returns: `nil` when there is nobody, or nobody got anything.
  /// - Complexity: O(*n*).
  public static func jain(_ shares: [Double]) -> Double? {
    let sum = shares.reduce(0, +)
    guard sum > 0 else { return nil }
    return sum * sum / (Double(shares.count) * shares.reduce(0) { $0 + $1 * $1 })
  }
}
