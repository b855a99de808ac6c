import Foundation
package import Measurement

/// The percentile distribution of an HdrHistogram with three significant digits, as text for its
/// plotters.
///
/// Values are integers, and each is printed as the upper end of its class, which is at most 0.1 %
/// larger.
///
/// Source: `outputPercentileDistribution` of G. Tene's HdrHistogram 2.1, with five steps for each
/// halving of the distance to 100 %.
package struct PercentileTable {
  /// The number of smallest values with a class each.
  private static let unitClasses: UInt64 = 2048
  private static let stepsPerHalving = 5.0

  /// The upper ends of the classes, ascending, each with the number of its values.
  private let classes: [(end: UInt64, count: UInt64)]
  /// The number of doublings of the range, plus one.
  private let bucketCount: Int

  /// Creates a table of a load's times in nanoseconds.
  package init(_ histogram: LatencyHistogram) {
    self.init(
      histogram.classes.map { (value: $0.ns, count: $0.count) }, limit: LatencyRecorder.longestNs)
  }

  /// Creates a table of values below 2⁶².
  package init(_ values: [UInt64]) {
    var counts: [UInt64: UInt64] = [:]
    for value in values { counts[Self.end(of: value), default: 0] += 1 }
    self.init(
      counts.sorted { $0.key < $1.key }.map { (value: $0.key, count: $0.value) },
      limit: values.max() ?? 0)
  }

  private init(_ values: [(value: UInt64, count: UInt64)], limit: UInt64) {
    classes = values.map { (end: Self.end(of: $0.value), count: $0.count) }
    var buckets = 1
    while Self.unitClasses << UInt64(buckets - 1) <= limit { buckets += 1 }
    bucketCount = buckets
  }

  /// Returns the binary logarithm of the width of a value's class.
  private static func widthBits(of value: UInt64) -> Int {
    (unitClasses - 1).leadingZeroBitCount - (value | (unitClasses - 1)).leadingZeroBitCount
  }

  private static func end(of value: UInt64) -> UInt64 {
    let bits = widthBits(of: value)
    return ((value >> bits) + 1) << bits - 1
  }

  /// Returns the middle of the class that ends with a value.
  private static func middle(ofClassTo end: UInt64) -> Double {
    let width = 1 << UInt64(widthBits(of: end)) as UInt64
    return Double(end + 1 - width + width / 2)
  }

  /// Returns the text, with values divided by a scale.
  package func text(scale: Double) -> String {
    let total = classes.map(\.count).reduce(0, +)
    var text = "       Value     Percentile TotalCount 1/(1-Percentile)\n\n"
    for line in lines(total: total) {
      text += String(
        format: "%12.3f %2.12f %10ld", Double(line.end) / scale, line.percent / 100, Int(line.seen))
      text += line.percent < 100 ? String(format: " %14.2f\n", 1 / (1 - line.percent / 100)) : "\n"
    }
    let middles = classes.map { (value: Self.middle(ofClassTo: $0.end), count: Double($0.count)) }
    let count = max(1, Double(total))
    let mean = middles.map { $0.value * $0.count }.reduce(0, +) / count
    let variance = middles.map { ($0.value - mean) * ($0.value - mean) * $0.count }.reduce(0, +)
    return text
      + String(
        format: "#[Mean    = %12.3f, StdDeviation   = %12.3f]\n", mean / scale,
        (variance / count).squareRoot() / scale)
      + String(
        format: "#[Max     = %12.3f, Total count    = %12ld]\n",
        Double(classes.last?.end ?? 0) / scale, Int(total))
      + String(
        format: "#[Buckets = %12ld, SubBuckets     = %12ld]\n", bucketCount, Int(Self.unitClasses))
  }

  /// Returns the steps, each with the class that reaches it and the number of values up to its end.
  private func lines(total: UInt64) -> [(end: UInt64, percent: Double, seen: UInt64)] {
    var lines: [(end: UInt64, percent: Double, seen: UInt64)] = []
    var percent = 0.0
    var seen: UInt64 = 0
    for (end, count) in classes {
      seen += count
      let reached = 100 * Double(seen) / Double(total)
      // The last class has one step, and then 100 %.
      repeat {
        guard reached >= percent else { break }
        lines.append((end, percent, seen))
        let halvings = Int(log2(100 / (100 - percent)))
        percent += 100 / (Self.stepsPerHalving * pow(2, Double(halvings + 1)))
      } while seen < total
      if seen == total { lines.append((end, 100, seen)) }
    }
    return lines
  }
}

/// Files of percentile tables.
package enum PercentileFile {
  /// The name of the directory.
  package static let folder = "hgrm"

  /// Returns the file name of a scenario, which plotters show.
  package static func name(_ id: String) -> String {
    String(id.map { "/:\\".contains($0) || $0.isWhitespace ? "_" : $0 }) + ".hgrm"
  }
}
