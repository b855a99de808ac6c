import FlowResults
import Foundation
import Measurement
import PlainText

/// A pair at a size.
typealias SizedPair = (size: Double, pair: ScenarioPair)

/// Comparisons in words.
enum ClaimWords {
  /// Returns the comparison of two times: `6.6 times slower, 6.3 to 6.9`.
  static func time(_ found: MetricComparison) -> String {
    guard let comparison = found.comparison else { return "one of the two times is 0" }
    let interval = comparison.interval()
    switch comparison.verdict {
    case .slower:
      return difference(comparison.ratio, interval?.low, interval?.high, "slower")
    case .faster:
      return difference(
        1 / comparison.ratio, interval.map { 1 / $0.high }, interval.map { 1 / $0.low }, "faster")
    case .same:
      return "no difference found (minimum detectable effect: "
        + "\(share(comparison.smallestVisible)))"
    case .inconclusive(let reason): return "not decided: \(reason)"
    }
  }

  private static func difference(
    _ ratio: Double, _ low: Double?, _ high: Double?, _ word: String
  ) -> String {
    // A small ratio is easier to read as a share.
    let isSmall = ratio < 1.2
    let size = isSmall ? share(ratio - 1) : "\(TextTable.number(ratio)) times"
    guard let low, let high else { return "\(size) \(word)" }
    return "\(size) \(word), "
      + (isSmall
        ? "\(TextTable.number((low - 1) * 100)) to \(share(high - 1))"
        : "\(TextTable.number(low)) to \(TextTable.number(high))")
  }

  /// Returns a share in per cent, or a large one as a multiple.
  static func share(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "unknown" }
    return value < 10
      ? TextTable.percent(value, sign: false) : "\(TextTable.number(1 + value)) times"
  }

  /// Returns the comparison of two counts: `2 allocations instead of 0`.
  static func count(_ found: MetricComparison, _ noun: String) -> String {
    let (candidate, base) = (TextTable.number(found.candidate), TextTable.number(found.base))
    return candidate == base
      ? "\(candidate) \(noun) in both" : "\(candidate) \(noun) instead of \(base)"
  }

  /// Returns the sizes at which the cheaper side changes, `slower from 3.1 (2.8 to 3.4) copies on`,
  /// or a difference at every size, `slower at all sizes from 1 to 100 copies`; otherwise `nil`.
  static func bySize(_ points: [SizedPair], _ unit: String) -> String? {
    let crossings = Crossing.all(
      points.compactMap { size, pair in
        pair.leading?.comparison.map {
          Crossing.Point(size: size, logRatio: $0.logRatio, spread: $0.spread)
        }
      })
    guard crossings.isEmpty else {
      return crossings.map { crossing in
        let interval = crossing.low.flatMap { low in
          crossing.high.map { " (\(TextTable.number(low)) to \(TextTable.number($0)))" }
        }
        return "\(crossing.candidateWinsAbove ? "faster" : "slower") from "
          + "\(TextTable.number(crossing.size))\(interval ?? "") \(unit) on"
      }.joined(separator: ", ")
    }
    let verdicts = points.map { $0.pair.leading?.verdict }
    guard points.count > 1, let first = verdicts[0], verdicts.allSatisfy({ $0 == first }),
      first == .slower || first == .faster
    else { return nil }
    let (low, high) = (points[0].size, points[points.count - 1].size)
    return "\(first.name) at all sizes from \(size(low)) to \(size(high)) \(unit)"
  }

  /// Returns the growth of the candidate's time: `355 ns + 16.2 ns per copy (15.9 to 16.5)`.
  static func growth(_ points: [SizedPair], _ name: FittedGrowth.SizeName) -> String? {
    MeasuredScenario.growth(
      points.compactMap { size, pair in
        Int(exactly: size.rounded()).map { ($0, pair.candidate) }
      }, of: name)
  }

  /// The copies of an app's modules.
  static let copies = FittedGrowth.SizeName("copy", plural: "copies")

  private static func size(_ value: Double) -> String {
    value == value.rounded() ? CountText.grouped(Int(value)) : TextTable.number(value)
  }
}
