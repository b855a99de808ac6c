import FlowResults
import Foundation
import Measurement
import PlainText

/// A pair at a size.
typealias SizedPair = (size: Double, pair: ScenarioPair)

/// Comparisons in words.
enum ClaimWords {
  /// The comparison of two times: `6.6 times slower, 6.3 to 6.9`.
  static func time(_ found: MetricComparison) -> String {
    guard let comparison = found.comparison else { return "one of the two is 0" }
    switch comparison.verdict {
    case .slower: return difference(comparison.ratio, comparison.interval(), "slower")
    case .faster:
      let inverted = comparison.interval().map { (low: 1 / $0.high, high: 1 / $0.low) }
      return difference(1 / comparison.ratio, inverted, "faster")
    case .same:
      return "no difference found (minimum detectable effect: "
        + "\(share(comparison.smallestVisible)))"
    case .inconclusive(let reason): return "inconclusive: \(reason)"
    }
  }

  private static func difference(
    _ ratio: Double, _ interval: (low: Double, high: Double)?, _ word: String
  ) -> String {
    // A small ratio reads better as a share.
    let isSmall = ratio < 1.2
    let size = isSmall ? share(ratio - 1) : "\(TextTable.number(ratio)) times"
    guard let (low, high) = interval else { return "\(size) \(word)" }
    return "\(size) \(word), "
      + (isSmall
        ? "\(TextTable.number((low - 1) * 100)) to \(share(high - 1))"
        : "\(TextTable.number(low)) to \(TextTable.number(high))")
  }

  /// A share in per cent, or as a multiple if it is large.
  static func share(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "an unknown share" }
    return value < 10
      ? TextTable.percent(value, sign: false) : "\(TextTable.number(1 + value)) times"
  }

  /// The comparison of two counts: `2 allocations instead of 0`.
  static func count(_ found: MetricComparison, _ noun: String) -> String {
    let (candidate, base) = (TextTable.number(found.candidate), TextTable.number(found.base))
    return candidate == base
      ? "\(candidate) \(noun), as there" : "\(candidate) \(noun) instead of \(base)"
  }

  /// A verdict that holds at every size: `slower at every size from 1 to 100 copies`; `nil` if it
  /// does not, or there is only one size.
  static func throughout(
    _ points: [SizedPair], _ unit: String
  ) -> String? {
    let verdicts = points.map { $0.pair.leading?.verdict }
    guard points.count > 1, let first = verdicts[0], verdicts.allSatisfy({ $0 == first }),
      first == .slower || first == .faster
    else { return nil }
    let (low, high) = (points[0].size, points[points.count - 1].size)
    return "\(first.name) at every size from \(size(low)) to \(size(high)) \(unit)"
  }

  /// A size, which usually is a whole number.
  private static func size(_ value: Double) -> String {
    value == value.rounded() ? CountText.grouped(Int(value)) : TextTable.number(value)
  }

  /// The sizes at which the winner changes: `slower from 3.1 copies (2.8 to 3.4) on`; `nil` without
  /// any.
  static func flips(
    _ points: [SizedPair], _ unit: String
  ) -> String? {
    let known = points.compactMap { size, pair in
      pair.leading?.comparison.map {
        Crossing.Point(size: size, logRatio: $0.logRatio, spread: $0.spread)
      }
    }
    guard known.count >= 2 else { return nil }
    let crossings = Crossing.all(known)
    guard !crossings.isEmpty else { return nil }
    return crossings.map { crossing in
      let reach = [crossing.low, crossing.high].compactMap { $0 }
      let interval =
        reach.count == 2
        ? " (\(TextTable.number(reach[0])) to \(TextTable.number(reach[1])))" : ""
      return "\(crossing.candidateWinsAbove ? "faster" : "slower") from "
        + "\(TextTable.number(crossing.size))\(interval) \(unit) on"
    }.joined(separator: ", ")
  }
}
