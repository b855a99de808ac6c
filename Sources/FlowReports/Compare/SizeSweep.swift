import FlowResults
import Measurement
import OrderedCollections

/// Two levels at several sizes, with their growth and crossings.
struct SizeSweep {
  /// The dimension of the sizes.
  let along: Dimension
  let baseLevel: String
  let level: String
  /// The pairs by ascending size, one for each.
  let pairs: [ScenarioPair]
  /// The sizes, ascending.
  let sizes: [Int]
  /// The sizes at which the cheaper level changes, ascending.
  let crossings: [Crossing]
  /// The growth of the base's cost; `nil` with fewer than three sizes.
  let baseGrowth: PowerLawFit?
  /// The growth of the candidate's cost.
  let growth: PowerLawFit?

  /// Returns every sweep over at least two sizes among pairs that differ in `by`.
  static func all(_ pairs: [ScenarioPair], by: Dimension) -> [SizeSweep] {
    let timed = pairs.filter { $0.leading?.comparison != nil && !$0.verdict.isInvalid }
    return Dimension.sizes.filter { $0 != by && !by.dependents.contains($0) }.flatMap { along in
      let families = OrderedDictionary(grouping: timed) { pair in
        Matching.surroundings(of: pair.candidate, without: [by, along]) + [pair.level]
      }
      return families.values.compactMap { SizeSweep($0, along: along) }
    }
  }

  private init?(_ family: [ScenarioPair], along: Dimension) {
    let sized = family.compactMap { pair in
      // Both sides must have the same size, and size 0 has no logarithm.
      along.size(of: pair.candidate.dimensions).flatMap { size in
        size > 0 && along.size(of: pair.base.dimensions) == size ? (size, pair) : nil
      }
    }.sorted { $0.0 < $1.0 }
    guard sized.count >= 2, Set(sized.map(\.0)).count == sized.count else { return nil }
    self.along = along
    baseLevel = sized[0].1.baseLevel
    level = sized[0].1.level
    pairs = sized.map(\.1)
    sizes = sized.map(\.0)
    crossings = Crossing.all(
      sized.compactMap { size, pair in
        pair.leading?.comparison.map {
          Crossing.Point(size: Double(size), logRatio: $0.logRatio, spread: $0.spread)
        }
      })
    baseGrowth = Self.growth(sized.map { ($0.0, $0.1.base) })
    growth = Self.growth(sized.map { ($0.0, $0.1.candidate) })
  }

  /// Returns the growth of a cost; `nil` if the sizes were measured on several machines.
  private static func growth(_ scenarios: [(Int, MeasuredScenario)]) -> PowerLawFit? {
    guard Set(scenarios.map(\.1.runID)).count == 1 else { return nil }
    return PowerLawFit(
      scenarios.flatMap { size, scenario in
        scenario.processMedians(scenario.kind.leading).map { (Double(size), $0) }
      })
  }

  /// The candidate's cost divided by the base's at each size.
  var ratios: [Double] { pairs.compactMap { $0.leading?.comparison?.ratio } }

  /// Returns the levels that all scenarios share: `app · uniform · inout`.
  func surroundings(by: Dimension?) -> String {
    let hidden = Set([by, along].compactMap { $0 } + (by?.dependents ?? []) + along.dependents)
    return pairs[0].candidate.description(without: hidden)
  }
}

/// The growth of two levels along a size, and one crossing if there is any.
struct CrossingRow: WrittenRow {
  let runID: String
  let by: Dimension?
  let sweep: SizeSweep
  let crossing: Crossing?

  static let fileName = "crossings.csv"

  /// Returns the cheaper level on one side of the crossing; empty if there is none.
  private func winner(above: Bool) -> String {
    crossing.map { $0.candidateWinsAbove == above ? sweep.level : sweep.baseLevel } ?? ""
  }

  /// Returns the level of all scenarios in a dimension that is not compared.
  private func shared(_ dimension: Dimension) -> String {
    by == dimension ? "" : dimension.level(of: sweep.pairs[0].candidate.dimensions)
  }

  private static let level = "Compared level of the base, or of the candidate."
  private static let common = "Their common level; empty if it is compared."
  private static let size = "Smallest or largest measured size."
  private static let ratioMeaning =
    "Candidate divided by base at this size: wall time, or response p99 of loads."
  private static let crossingEnd = "End of its 95 % interval; empty: outside of the measured sizes."
  private static let end = "End of its 95 % interval; empty: unknown."

  static let columns: [ResultColumn<CrossingRow>] =
    ResultSchema.columns() + [
      .text("run_id", ResultSchema.runMeaning) { $0.runID },
      .text("by", "The dimension that differs.") { $0.by?.rawValue ?? "" },
      .text("base_level", level) { $0.sweep.baseLevel },
      .text("level", level) { $0.sweep.level },
      .text("along", "The dimension of the sizes.") { $0.sweep.along.rawValue },
      .text("surroundings", "The levels that all scenarios of the row share.") {
        $0.sweep.surroundings(by: $0.by)
      },
      .text("design", common) { $0.shared(.design) },
      .text("workload", common) {
        $0.shared(.workload)
      },
      .integer("smallest_size", size) { $0.sweep.sizes.first },
      .integer("largest_size", size) { $0.sweep.sizes.last },
      .number(
        "ratio_at_smallest_size",
        ratioMeaning
      ) { $0.sweep.ratios.first },
      .number("ratio_at_largest_size", ratioMeaning) { $0.sweep.ratios.last },
      .text("winner_below", "The cheaper level below the crossing.") { $0.winner(above: false) },
      .number("crossing", "Size at which both levels cost the same; empty: none.") {
        $0.crossing?.size
      },
      .number(
        "crossing_low", crossingEnd
      ) { $0.crossing?.low },
      .number("crossing_high", crossingEnd) {
        $0.crossing?.high
      },
      .text("winner_above", "The cheaper level above the crossing.") { $0.winner(above: true) },
      .number(
        "base_exponent", "Power of the size with which the base's cost grows.", in: .any
      ) { $0.sweep.baseGrowth?.exponent },
      .number("base_exponent_low", end, in: .any) {
        $0.sweep.baseGrowth?.exponentLow
      },
      .number("base_exponent_high", end, in: .any) {
        $0.sweep.baseGrowth?.exponentHigh
      },
      .number("exponent", "The same power for the candidate's cost.", in: .any) {
        $0.sweep.growth?.exponent
      },
      .number("exponent_low", end, in: .any) {
        $0.sweep.growth?.exponentLow
      },
      .number("exponent_high", end, in: .any) {
        $0.sweep.growth?.exponentHigh
      },
    ]
}
