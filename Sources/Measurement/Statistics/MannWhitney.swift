#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whether samples of a candidate tend to be larger than those of a base, when neither were taken
/// in pairs.
///
/// Source: H. B. Mann and D. R. Whitney, *On a test of whether one of two random variables is
/// stochastically larger than the other*, 1947; the correction for ties is in W. J. Conover,
/// *Practical Nonparametric Statistics*, 3rd ed., section 5.1. SciPy's `mannwhitneyu` gives the
/// same numbers.
///
/// Wrong as a gate: it assumes independent samples, and between two runs one after the other the
/// machine itself changes. On identical processes it raised 15 % false alarms; a
/// ``PairedComparison`` of interleaved ones none in 600.
public struct MannWhitney: Equatable, Sendable {
  /// The largest product of both counts for which the distribution of U is summed exactly, which
  /// 20 samples on each side reach. Of 20 and 21 the normal limit makes 0.049 of a *p* of 0.048,
  /// 0.0102 of 0.0091, and 0.0010 of 0.0006: beyond 0.05 it errs towards no difference,
  /// and more so when one side has only a few samples.
  public static let exactLimit = 400

  /// In how many of all pairs of a base and a candidate sample the candidate is larger; a tie
  /// counts one half. 0 to the product of both counts.
  public let u: Double
  /// The probability that a candidate sample is larger than a base sample, ties counting one half:
  /// 0 to 1, 0.5 when neither side is larger. The common-language effect of K. O. McGraw and
  /// S. P. Wong, 1992.
  public let effect: Double
  /// The probability of a U at least as far from its middle, in either direction, when both sides
  /// are drawn from one distribution: above 0, up to 1.
  public let pValue: Double
  /// Whether the distribution of U was summed: with no ties and up to ``exactLimit``. Otherwise the
  /// normal limit is used, with corrections for ties and for continuity.
  public let isExact: Bool

  /// Tests samples.
  ///
  /// - Returns: Nil when either side has no samples.
  /// - Complexity: O(*n* log *n*) by the normal limit; at most 8,000 steps more when exact.
  public init?(base: SortedSamples, candidate: SortedSamples) {
    guard base.count > 0, candidate.count > 0 else { return nil }
    let tally = Tally(base.values, candidate.values)
    u = tally.u
    effect = tally.u / Double(base.count * candidate.count)
    isExact = tally.ties == 0 && base.count * candidate.count <= Self.exactLimit
    pValue =
      isExact
      ? Self.exactP(u: Int(tally.u), base.count, candidate.count)
      : Self.normalP(tally, base.count, candidate.count)
  }

  /// One walk over both sides, from the least value up.
  private struct Tally {
    var u = 0.0
    /// The sum of *t*³ − *t* over groups of *t* equal values.
    var ties = 0.0

    init(_ base: [Double], _ candidate: [Double]) {
      var below = 0
      var next = 0
      while next < candidate.count || below < base.count {
        let value = min(
          next < candidate.count ? candidate[next] : .infinity,
          below < base.count ? base[below] : .infinity)
        let equalBase = base[below...].prefix { $0 == value }.count
        let equalCandidate = candidate[next...].prefix { $0 == value }.count
        u += Double(equalCandidate) * (Double(below) + Double(equalBase) / 2)
        let equal = Double(equalBase + equalCandidate)
        ties += equal * equal * equal - equal
        below += equalBase
        next += equalCandidate
      }
    }
  }

  /// Twice the share of all orders of both sides whose U is as far from the middle, at most 1.
  ///
  /// The number of orders with each U are the coefficients of the Gaussian binomial
  /// ∏ (1 − qⁿ⁺ⁱ) / (1 − qⁱ): Mann and Whitney's recurrence, solved. Whole numbers throughout, and
  /// at most 1.4 · 10¹¹ within ``exactLimit``.
  private static func exactP(u: Int, _ base: Int, _ candidate: Int) -> Double {
    let last = base * candidate
    // The distribution is symmetric, so the tail that U is in can be counted from 0.
    let tail = min(u, last - u)
    let few = min(base, candidate)
    let many = max(base, candidate)
    var orders = [Int](repeating: 0, count: tail + 1)
    orders[0] = 1
    var total = 1.0
    for i in 1...few {
      for power in stride(from: tail, through: many + i, by: -1) {
        orders[power] -= orders[power - many - i]
      }
      for power in stride(from: i, through: tail, by: 1) { orders[power] += orders[power - i] }
      total *= Double(many + i) / Double(i)
    }
    return min(1, 2 * Double(orders.reduce(0, +)) / total)
  }

  private static func normalP(_ tally: Tally, _ base: Int, _ candidate: Int) -> Double {
    let product = Double(base) * Double(candidate)
    let count = Double(base + candidate)
    let tied = tally.ties / (count * (count - 1))
    let deviation = (product / 12 * (count + 1 - tied)).squareRoot()
    let distance = abs(tally.u - product / 2) - 0.5
    // All samples equal: no order is further from the middle than any other.
    guard deviation > 0, distance > 0 else { return 1 }
    return erfc(distance / deviation / 2.0.squareRoot())
  }
}
