/// The interval of a rate that was counted: 3 false alarms in 200 tries.
///
/// Clopper and Pearson's: the rates at which the count would not be surprising. It holds the true
/// rate at least as often as it promises, whatever the rate, also when nothing was counted at all,
/// where the textbook's √(p·q/n) gives an interval of no width. Source: C. J. Clopper and
/// E. S. Pearson, *The use of confidence or fiducial limits illustrated in the case of the
/// binomial*, 1934; by beta quantiles in L. D. Brown, T. T. Cai and A. DasGupta, *Interval
/// estimation for a binomial proportion*, 2001.
///
/// It assumes tries that are independent of each other.
public struct ProportionInterval: Equatable, Sendable {
  /// How often it happened.
  public let successes: Int
  /// How often it could have; at least 1.
  public let tries: Int
  /// The confidence of the interval, and of each one-sided bound.
  public let confidence: Double
  /// The lower end of the two-sided interval; 0 when nothing happened.
  public let low: Double
  /// The upper end of the two-sided interval; 1 when it always happened.
  public let high: Double
  /// The one-sided bound: the rate is at least this, at the confidence.
  public let atLeast: Double
  /// The one-sided bound: the rate is at most this, at the confidence. After *n* tries in which
  /// nothing happened about 3 / *n* at 95 %.
  public let atMost: Double

  /// Finds the interval.
  ///
  /// - Parameters:
  ///   - successes: 0 to `tries`.
  ///   - tries: 1 or more.
  ///   - confidence: Above 0 and below 1; that of a ``Summary`` unless said otherwise.
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

  /// The rate so high that this many successes or fewer have the probability `missed`. Not one less
  /// the lower rate of failures: near 0 that difference has few digits.
  private static func upper(_ successes: Int, _ tries: Int, missed: Double) -> Double {
    guard successes < tries else { return 1 }
    return IncompleteBeta.quantile(
      1 - missed, a: Double(successes + 1), b: Double(tries - successes))
  }

  /// The rate that was observed, 0 to 1.
  public var rate: Double { Double(successes) / Double(tries) }
}

extension ProportionInterval: CustomStringConvertible {
  /// The count and the rate in per cent, ends rounded outwards: `3 of 200: 1.5 % (0.3 % to 4.4 %)`.
  /// Where one side is certain, the one-sided bound of the other: `0 of 200: at most 1.5 %`.
  public var description: String {
    let counted = "\(successes) of \(tries): "
    if successes == 0 { return counted + "at most \(Decimals.percent(atMost, .up))" }
    if successes == tries { return counted + "at least \(Decimals.percent(atLeast, .down))" }
    return counted + Decimals.percent(rate)
      + " (\(Decimals.percent(low, .down)) to \(Decimals.percent(high, .up)))"
  }
}
