/// The interval of a rate that was counted, such as 3 false alarms in 200 independent tries.
///
/// Source: C. J. Clopper and E. S. Pearson, *The use of confidence or fiducial limits illustrated
/// in the case of the binomial*, 1934; by beta quantiles in L. D. Brown, T. T. Cai and A. DasGupta,
/// *Interval estimation for a binomial proportion*, 2001. It holds the true rate at least as often
/// as it promises.
public struct ProportionInterval: Equatable, Sendable {
  /// The number of times that it happened.
  public let successes: Int
  /// The number of tries; at least 1.
  public let tries: Int
  /// The confidence of the interval, and of each one-sided bound.
  public let confidence: Double
  /// The lower end of the two-sided interval; 0 when nothing happened.
  public let low: Double
  /// The upper end of the two-sided interval; 1 when it always happened.
  public let high: Double
  /// The one-sided lower bound of the rate.
  public let atLeast: Double
  /// The one-sided upper bound of the rate: about 3 / *n* at 95 % if nothing happened in *n* tries.
  public let atMost: Double

  /// Finds the interval.
  ///
  /// - Complexity: O(√tries) for each of some 200 halvings.
  public init(
    successes: Int, tries: Int, confidence: Double = Summary.Bounds.confidence
  ) {
    precondition(tries >= 1, "tries: must be 1 or more, got \(tries)")
    precondition(
      (0...tries).contains(successes), "successes: must be 0 to \(tries), got \(successes)")
    precondition(
      confidence > 0 && confidence < 1,
      "confidence: must be above 0 and below 1, got \(confidence)")
    self.successes = successes
    self.tries = tries
    self.confidence = confidence
    let outside = 1 - confidence
    low = Self.lower(successes, tries, missed: outside / 2)
    high = Self.upper(successes, tries, missed: outside / 2)
    atLeast = Self.lower(successes, tries, missed: outside)
    atMost = Self.upper(successes, tries, missed: outside)
  }

  /// The rate so low that this many successes or more have the probability `missed`.
  private static func lower(_ successes: Int, _ tries: Int, missed: Double) -> Double {
    guard successes > 0 else { return 0 }
    return IncompleteBeta.quantile(
      missed, a: Double(successes), b: Double(tries - successes + 1))
  }

  /// The rate so high that this many successes or fewer have the probability `missed`.
  ///
  /// It is not computed as one less the lower rate of failures, which has few digits near 0.
  private static func upper(_ successes: Int, _ tries: Int, missed: Double) -> Double {
    guard successes < tries else { return 1 }
    return IncompleteBeta.quantile(
      1 - missed, a: Double(successes + 1), b: Double(tries - successes))
  }

  /// The rate that was observed, 0 to 1.
  public var rate: Double { Double(successes) / Double(tries) }
}

extension ProportionInterval: CustomStringConvertible {
  /// The count and the rate in per cent, ends rounded outwards: `3 of 200: 1.5 % (0.3 % to 4.4 %)`,
  /// or `0 of 200: at most 1.5 %`.
  public var description: String {
    let counted = "\(successes) of \(tries): "
    if successes == 0 { return counted + "at most \(Decimals.percent(atMost, .up))" }
    if successes == tries { return counted + "at least \(Decimals.percent(atLeast, .down))" }
    return counted + Decimals.percent(rate)
      + " (\(Decimals.percent(low, .down)) to \(Decimals.percent(high, .up)))"
  }
}
