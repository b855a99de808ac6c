/// Pearson's statistic, and the value that expected draws exceed once in a thousand tries.
enum ChiSquare {
  /// Quantiles at 0.999 by degrees of freedom (NIST/SEMATECH e-Handbook, table 1.3.6.7.4).
  static let critical = [9: 27.877, 49: 85.351, 99: 148.230]

  static func statistic(_ counts: [Int], shares: [Double]) -> Double {
    let total = Double(counts.reduce(0, +))
    return zip(counts, shares).reduce(0) { sum, pair in
      let expected = total * pair.1
      let distance = Double(pair.0) - expected
      return sum + distance * distance / expected
    }
  }
}
