/// Student's *t* distribution.
///
/// Source: Student, *The probable error of a mean*, 1908; as an incomplete beta function in the
/// *NIST Digital Library of Mathematical Functions*, 8.17, and M. Abramowitz and I. A. Stegun,
/// *Handbook of Mathematical Functions*, 26.7.1.
public struct StudentT: Equatable, Sendable {
  /// The degrees of freedom; above 0 and finite.
  public let degreesOfFreedom: Double

  /// Creates a distribution.
  public init(degreesOfFreedom: Double) {
    precondition(
      degreesOfFreedom > 0 && degreesOfFreedom.isFinite,
      "degreesOfFreedom: must be above 0, got \(degreesOfFreedom)")
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The probability of a value of at most `t`, which is not nan.
  public func cumulative(_ t: Double) -> Double {
    precondition(!t.isNaN, "t: must be a number, got nan")
    return t < 0 ? tail(-t) : 1 - tail(t)
  }

  /// The value that is exceeded with probability 1 − `p`: with 10 degrees of freedom and 0.975,
  /// 2.228.
  ///
  /// - Parameter p: Above 0 and below 1.
  /// - Complexity: O(√degrees of freedom) for each of about 60 halvings.
  public func quantile(_ p: Double) -> Double {
    precondition(p > 0 && p < 1, "p: must be above 0 and below 1, got \(p)")
    guard p != 0.5 else { return 0 }
    let outside = min(p, 1 - p)
    var high = 1.0
    while tail(high) > outside, high < 0x1p1000 { high *= 2 }
    let distance = Bisection.root(from: high > 1 ? high / 2 : 0, to: high) { tail($0) > outside }
    return p < 0.5 ? -distance : distance
  }

  /// The probability of a value above `t`, which is 0 or more.
  private func tail(_ t: Double) -> Double {
    let square = t * t
    // Where the square is small, all the digits are in what is missing from 1.
    return IncompleteBeta.regularized(
      degreesOfFreedom / (degreesOfFreedom + square),
      rest: square.isFinite ? square / (degreesOfFreedom + square) : 1,
      a: degreesOfFreedom / 2, b: 0.5) / 2
  }
}
