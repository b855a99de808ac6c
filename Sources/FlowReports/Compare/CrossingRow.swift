import FlowResults

/// How two levels grow along a size, and where the cheaper one changes.
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
