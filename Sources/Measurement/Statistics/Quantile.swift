/// A share of the samples, as an integer, because ranks are integers.
///
/// Written as a fraction, `1 / (1 - 0.999)` comes out as 1,001 samples where 1,000 are meant; in
/// parts per million the arithmetic is exact.
public struct Quantile: Hashable, Comparable, Sendable {
  /// The share in millionths, from 0 (the smallest sample) to 1,000,000 (the largest).
  public let partsPerMillion: Int

  /// Takes a share in millionths.
  ///
  /// - Parameter partsPerMillion: 0 to 1,000,000.
  public init(partsPerMillion: Int) {
    precondition(
      (0...1_000_000).contains(partsPerMillion),
      "partsPerMillion: must be 0 to 1000000, got \(partsPerMillion)")
    self.partsPerMillion = partsPerMillion
  }

  /// A quarter of the samples lies below it.
  public static let p25 = Quantile(partsPerMillion: 250_000)
  /// The median: half of the samples lies below it.
  public static let p50 = Quantile(partsPerMillion: 500_000)
  /// Three quarters of the samples lie below it.
  public static let p75 = Quantile(partsPerMillion: 750_000)
  /// Nine samples in ten lie below it.
  public static let p90 = Quantile(partsPerMillion: 900_000)
  /// 99 samples in 100 lie below it.
  public static let p99 = Quantile(partsPerMillion: 990_000)
  /// 999 samples in 1,000 lie below it.
  public static let p99_9 = Quantile(partsPerMillion: 999_000)

  /// How many samples it takes until one of them is expected beyond this quantile: 2 for the
  /// median, 100 for `p99`. With fewer the number is an interpolation between the last two samples.
  ///
  /// - Returns: 1 or more; 1 at both ends, which every sample set reaches.
  public var samplesNeeded: Int {
    let tail = min(partsPerMillion, 1_000_000 - partsPerMillion)
    return tail == 0 ? 1 : (1_000_000 + tail - 1) / tail
  }

  /// The smaller share comes first.
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
