/// A share of the samples in parts per million.
///
/// Ranks are integers, and as a fraction `1 / (1 - 0.999)` is 1,001 samples where 1,000 are meant.
public struct Quantile: Hashable, Comparable, Sendable {
  /// The share in millionths, from 0 (the smallest sample) to 1,000,000 (the largest).
  public let partsPerMillion: Int

  /// Creates a quantile from a share of 0 to 1,000,000 millionths.
  public init(partsPerMillion: Int) {
    precondition(
      (0...1_000_000).contains(partsPerMillion),
      "partsPerMillion: must be 0 to 1000000, got \(partsPerMillion)")
    self.partsPerMillion = partsPerMillion
  }

  /// The quantile with a quarter of the samples below it.
  public static let p25 = Quantile(partsPerMillion: 250_000)
  /// The quantile with half of the samples below it.
  public static let p50 = Quantile(partsPerMillion: 500_000)
  /// The quantile with three quarters below it.
  public static let p75 = Quantile(partsPerMillion: 750_000)
  /// The quantile with nine tenths below it.
  public static let p90 = Quantile(partsPerMillion: 900_000)
  /// The quantile with 99 of 100 samples below it.
  public static let p99 = Quantile(partsPerMillion: 990_000)
  /// The 99.9th percentile.
  public static let p99_9 = Quantile(partsPerMillion: 999_000)

  /// The number of samples of which one is expected beyond this quantile: 2 for the median, 100 for
  /// `p99`.
  ///
  /// With fewer the number is an interpolation between the last two samples. Both ends need 1.
  public var samplesNeeded: Int {
    let tail = min(partsPerMillion, 1_000_000 - partsPerMillion)
    return tail == 0 ? 1 : (1_000_000 + tail - 1) / tail
  }

  /// Orders quantiles by their share.
  public static func < (left: Quantile, right: Quantile) -> Bool {
    left.partsPerMillion < right.partsPerMillion
  }
}

extension Quantile: CustomStringConvertible {
  /// As percentiles are commonly written: `p50`, `p99.9`.
  public var description: String {
    let percent = partsPerMillion / 10_000
    var rest = partsPerMillion % 10_000
    guard rest > 0 else { return "p\(percent)" }
    var digits = ""
    var unit = 1_000
    while rest > 0 {
      digits += String(rest / unit)
      rest %= unit
      unit /= 10
    }
    return "p\(percent).\(digits)"
  }
}
