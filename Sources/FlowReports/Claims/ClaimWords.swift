import FlowResults
import Foundation
import Measurement

/// Numbers in words, and only where they are a finding.
enum ClaimWords {
  /// How a time compares: `6.6 times slower, 6.3 to 6.9`.
  static func time(_ found: MetricComparison) -> String {
    guard let comparison = found.comparison else { return "one of the two is 0" }
    switch comparison.verdict {
    case .slower: return size(comparison, isInverted: false) + " slower" + range(comparison, false)
    case .faster: return size(comparison, isInverted: true) + " faster" + range(comparison, true)
    case .same:
      return "no difference found; one of \(share(comparison.smallestVisible)) would have been"
    case .inconclusive(let reason): return "nothing can be said: \(reason)"
    }
  }

  /// Where a ratio is better said as a share.
  private static let small = 1.2

  private static func size(_ comparison: IndependentComparison, isInverted: Bool) -> String {
    let ratio = isInverted ? 1 / comparison.ratio : comparison.ratio
    return ratio < small ? share(ratio - 1) : "\(TextTable.number(ratio)) times"
  }

  private static func range(_ comparison: IndependentComparison, _ isInverted: Bool) -> String {
    guard let interval = comparison.interval() else { return "" }
    let (low, high) =
      isInverted ? (1 / interval.high, 1 / interval.low) : (interval.low, interval.high)
    let ratio = isInverted ? 1 / comparison.ratio : comparison.ratio
    return ratio < small
      ? ", \(TextTable.number((low - 1) * 100)) to \(share(high - 1))"
      : ", \(TextTable.number(low)) to \(TextTable.number(high))"
  }

  /// A share in per cent, and what is many times as large as that.
  static func share(_ value: Double?) -> String {
    guard let value, value.isFinite else { return "an unknown share" }
    return value < 10
      ? TextTable.percent(value, sign: false) : "\(TextTable.number(1 + value)) times"
  }

  /// How a count compares: `2 allocations instead of 0`.
  static func count(_ found: MetricComparison, _ noun: String) -> String {
    let (candidate, base) = (TextTable.number(found.candidate), TextTable.number(found.base))
    return candidate == base
      ? "\(candidate) \(noun), as there" : "\(candidate) \(noun) instead of \(base)"
  }

  /// That it is the same at every size: `slower at every size from 1 to 100 copies`; `nil` where it is
  /// not, or there is one size only.
  static func throughout(
    _ points: [(size: Double, pair: ScenarioPair)], _ unit: String
  ) -> String? {
    let verdicts = points.map { $0.pair.leading?.verdict }
    guard points.count > 1, let first = verdicts[0], verdicts.allSatisfy({ $0 == first }),
      first == .slower || first == .faster
    else { return nil }
    let (low, high) = (points[0].size, points[points.count - 1].size)
    return "\(first.name) at every size from \(size(low)) to \(size(high)) \(unit)"
  }

  /// A size, which mostly is a whole number.
  private static func size(_ value: Double) -> String {
    value == value.rounded() ? TextTable.grouped(Int(value)) : TextTable.number(value)
  }

  /// Where the winner changes along a size: `slower from 3.1 copies (2.8 to 3.4) on`.
  static func flips(
    _ points: [(size: Double, pair: ScenarioPair)], _ unit: String
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
