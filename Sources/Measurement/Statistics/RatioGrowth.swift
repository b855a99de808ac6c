#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whether a ratio is larger than another one: whether what a candidate costs over its base grows.
///
/// The two comparisons share no process, so the squares of their standard errors add up, with the
/// degrees of freedom of F. E. Satterthwaite, 1946, as in ``IndependentComparison``.
public struct RatioGrowth: Equatable, Sendable {
  /// The natural logarithm of the later ratio over the earlier one.
  public let logGrowth: Double
  private let spread: IndependentComparison.Spread
  private let rule: PairedComparison.Rule

  /// Compares two ratios.
  ///
  /// - Parameters:
  ///   - first: The ratio that growth is counted from.
  ///   - last: The ratio that it is counted to.
  /// - Returns: Nil where the scatter of one is not known.
  public init?(from first: IndependentComparison, to last: IndependentComparison) {
    guard let one = first.spread, let other = last.spread else { return nil }
    logGrowth = last.logRatio - first.logRatio
    rule = last.rule
    let (a, b) = (
      one.standardError * one.standardError, other.standardError * other.standardError
    )
    guard a + b > 0 else {
      spread = .init(standardError: 0, degreesOfFreedom: .infinity)
      return
    }
    let freedom =
      (a + b) * (a + b) / (a * a / one.degreesOfFreedom + b * b / other.degreesOfFreedom)
    spread = .init(standardError: (a + b).squareRoot(), degreesOfFreedom: max(1, freedom))
  }

  /// How many times as large the later ratio is.
  public var growth: Double { exp(logGrowth) }

  /// `slower` where it has grown, `faster` where it has shrunk, by the rule of
  /// ``IndependentComparison``.
  public var verdict: Verdict {
    let reach = spread.reach(confidence: 2 * rule.confidence - 1)
    let size = abs(logGrowth)
    if size > log(1 + rule.medianThreshold), size - reach > log(1 + rule.boundThreshold) {
      return logGrowth > 0 ? .slower : .faster
    }
    let overlooked = expm1(max(log(1 + rule.medianThreshold), log(1 + rule.boundThreshold) + reach))
    return overlooked <= IndependentComparison.largestOverlooked
      ? .same : .inconclusive(.tooNoisy(overlooked: overlooked))
  }
}
