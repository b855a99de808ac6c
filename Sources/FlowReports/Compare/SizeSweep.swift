import FlowResults
import Measurement
import OrderedCollections

/// Two levels along a size, with their growth and crossings.
struct SizeSweep {
  /// The size that grows.
  let along: Dimension
  let baseLevel: String
  let level: String
  /// The pairs by ascending size, one for each.
  let pairs: [ScenarioPair]
  /// The sizes at which the winner changes, ascending.
  let crossings: [Crossing]
  /// The growth of the base's cost; `nil` with fewer than three sizes.
  let baseGrowth: PowerLawFit?
  /// The growth of the candidate's cost.
  let growth: PowerLawFit?

  /// Every sweep over two sizes or more among pairs.
  ///
  /// - Parameter by: The dimension in which the pairs differ.
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
      // Both sides at the same size, and never at size 0, which has no logarithm.
      along.size(of: pair.candidate.dimensions).flatMap { size in
        size > 0 && along.size(of: pair.base.dimensions) == size ? (size, pair) : nil
      }
    }.sorted { $0.0 < $1.0 }
    guard Set(sized.map(\.0)).count >= 2, Set(sized.map(\.0)).count == sized.count,
      let first = sized.first?.1
    else { return nil }
    self.along = along
    baseLevel = first.baseLevel
    level = first.level
    pairs = sized.map(\.1)
    crossings = Crossing.all(
      sized.compactMap { size, pair in
        pair.leading?.comparison.map {
          Crossing.Point(size: Double(size), logRatio: $0.logRatio, spread: $0.spread)
        }
      })
    baseGrowth = Self.growth(sized.map { ($0.0, $0.1.base) })
    growth = Self.growth(sized.map { ($0.0, $0.1.candidate) })
  }

  /// The growth of a cost; `nil` if sizes were measured on several machines.
  private static func growth(_ scenarios: [(Int, MeasuredScenario)]) -> PowerLawFit? {
    guard Set(scenarios.map(\.1.runID)).count == 1 else { return nil }
    return PowerLawFit(
      scenarios.flatMap { size, scenario in
        scenario.processMedians(scenario.kind.leading).map { (Double(size), $0) }
      })
  }

  /// The sizes, ascending.
  var sizes: [Int] { pairs.compactMap { along.size(of: $0.candidate.dimensions) } }

  /// Candidate over base at each size.
  var ratios: [Double] { pairs.compactMap { $0.leading?.comparison?.ratio } }
}

extension SizeSweep {
  /// A row for each crossing, or one without a crossing.
  func rows(by: Dimension?, runID: String) -> [CrossingRow] {
    var row = CrossingRow()
    row.runID = runID
    row.by = by?.rawValue ?? ""
    row.baseLevel = baseLevel
    row.level = level
    row.along = along.rawValue
    row.surroundings = surroundings(by: by)
    if by != .design { row.design = pairs[0].candidate.dimensions.design }
    if by != .workload { row.workload = pairs[0].candidate.dimensions.workload }
    row.smallestSize = sizes.first
    row.largestSize = sizes.last
    row.ratioAtSmallestSize = ratios.first
    row.ratioAtLargestSize = ratios.last
    row.baseExponent = baseGrowth?.exponent
    row.baseExponentLow = baseGrowth?.exponentLow
    row.baseExponentHigh = baseGrowth?.exponentHigh
    row.exponent = growth?.exponent
    row.exponentLow = growth?.exponentLow
    row.exponentHigh = growth?.exponentHigh
    guard !crossings.isEmpty else { return [row] }
    return crossings.map { crossing in
      row.crossing = crossing.size
      row.crossingLow = crossing.low
      row.crossingHigh = crossing.high
      row.winnerBelow = crossing.candidateWinsAbove ? baseLevel : level
      row.winnerAbove = crossing.candidateWinsAbove ? level : baseLevel
      return row
    }
  }

  /// The levels that all scenarios share: `app · uniform · inout`.
  func surroundings(by: Dimension?) -> String {
    let hidden = Set([by, along].compactMap { $0 } + (by?.dependents ?? []) + along.dependents)
    return pairs[0].candidate.description(without: hidden)
  }
}

/// The growth of two levels along a size, and a crossing.
struct CrossingRow: ResultRow, Equatable {
  var runID = ""
  var by = ""
  var baseLevel = ""
  var level = ""
  var along = ""
  var surroundings = ""
  var design = ""
  var workload = ""
  var smallestSize: Int?
  var largestSize: Int?
  var ratioAtSmallestSize: Double?
  var ratioAtLargestSize: Double?
  var winnerBelow = ""
  var crossing: Double?
  var crossingLow: Double?
  var crossingHigh: Double?
  var winnerAbove = ""
  var baseExponent: Double?
  var baseExponentLow: Double?
  var baseExponentHigh: Double?
  var exponent: Double?
  var exponentLow: Double?
  var exponentHigh: Double?

  static let fileName = "crossings.csv"

  static let columns: [ResultColumn<CrossingRow>] =
    ResultSchema.columns(\.runID) + [
      .text("by", \.by, "The dimension that is compared, as in `compare.csv`."),
      .text("base_level", \.baseLevel, "The base's level in it."),
      .text("level", \.level, "The candidate's level in it."),
      .text("along", \.along, "The size that grows: a column of `samples.csv`."),
      .text("surroundings", \.surroundings, "What all scenarios of the row have in common."),
      .text("design", \.design, "Their design; empty where designs are compared."),
      .text("workload", \.workload, "Their workload; empty where workloads are compared."),
      .integer("smallest_size", \.smallestSize, "The smallest size that was measured."),
      .integer("largest_size", \.largestSize, "The largest size that was measured."),
      .number(
        "ratio_at_smallest_size", \.ratioAtSmallestSize,
        "Wall time, of loads response p99, at the smallest size: candidate over base."),
      .number("ratio_at_largest_size", \.ratioAtLargestSize, "The same at the largest size."),
      .text("winner_below", \.winnerBelow, "The cheaper level below the crossing."),
      .number(
        "crossing", \.crossing, "Size at which both cost the same; empty: one wins throughout."),
      .number(
        "crossing_low", \.crossingLow, "Low end of its 95 % interval; empty: below the smallest."),
      .number(
        "crossing_high", \.crossingHigh, "High end of it; empty: above the largest size measured."),
      .text("winner_above", \.winnerAbove, "The cheaper level above the crossing."),
      .number(
        "base_exponent", \.baseExponent, "Power of the size with which the base's cost grows.",
        in: .any),
      .number("base_exponent_low", \.baseExponentLow, "Low end of its 95 % interval.", in: .any),
      .number(
        "base_exponent_high", \.baseExponentHigh, "High end of it; empty below three sizes.",
        in: .any),
      .number("exponent", \.exponent, "The same power of the candidate's cost.", in: .any),
      .number("exponent_low", \.exponentLow, "Low end of its 95 % interval.", in: .any),
      .number("exponent_high", \.exponentHigh, "High end of it.", in: .any),
    ]
}
