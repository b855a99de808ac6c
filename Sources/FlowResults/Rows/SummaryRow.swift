package import Measurement

/// One metric of one scenario, over all samples of all its processes.
package struct SummaryRow: ResultRow, Equatable {
  package var runID = ""
  package var dimensions = Dimensions()
  package var metric = ""
  var n: Int?
  var mean: Double?
  package var median: Double?
  var mad: Double?
  var min: Double?
  var p25: Double?
  var p75: Double?
  var p90: Double?
  var p99: Double?
  var max: Double?
  package var intervalLow: Double?
  package var intervalHigh: Double?
  package var ratioToFloor: Double?
  package var isValid: Bool?
  package var warning = ""
  var processes: Int?
  /// The estimate, which all tables show.
  package var estimate: Double?

  package init() {}

  package static let fileName = "summary.csv"

  package static let columns: [ResultColumn<SummaryRow>] =
    ResultSchema.columns(\.runID, \.dimensions) + [
      .text("metric", \.metric, "A metric of `samples.csv` or `loads.csv`, whose unit applies."),
      .integer("n", \.n, "Samples of all processes."),
      .number("mean", \.mean, "Arithmetic mean.", in: .any),
      .number("median", \.median, "Median.", in: .any),
      .number("mad", \.mad, "Median absolute deviation."),
      .number("min", \.min, "Smallest sample.", in: .any),
      .number("p25", \.p25, percentile, in: .any),
      .number("p75", \.p75, percentile, in: .any),
      .number("p90", \.p90, percentile, in: .any),
      .number("p99", \.p99, percentile, in: .any),
      .number("max", \.max, "Largest sample.", in: .any),
      .number("interval_low", \.intervalLow, interval, in: .any),
      .number("interval_high", \.intervalHigh, interval, in: .any),
      .number(
        "ratio_to_floor", \.ratioToFloor,
        "Estimate divided by that of the design `floor`; empty if the run lacks it."),
      .flag("valid", \.isValid, "True if all trials of the scenario are valid."),
      .text("warning", \.warning, ResultSchema.warningMeaning),
      .integer("processes_total", \.processes, "Processes that measured the metric."),
      .number(
        "estimate", \.estimate,
        "Cost of a typical process, which tables show: geometric mean of the processes' medians; "
          + "arithmetic, if one is 0.", in: .any),
    ]

  private static let percentile = "Percentile of the samples."
  private static let interval = "End of the estimate's 95 % interval; empty with one process."

  /// Sets the estimate from the medians of the processes.
  package mutating func take(processMedians: [Double]) {
    processes = processMedians.count
    let found = ProcessEstimate(processMedians)
    estimate = found?.value
    intervalLow = found?.interval?.lowerBound
    intervalHigh = found?.interval?.upperBound
  }

  /// Half of the width of the 95 % interval as a share of the estimate; `nil` if there is none.
  package var relativeHalfWidth: Double? {
    guard let estimate, estimate > 0, let intervalLow, let intervalHigh else { return nil }
    return (intervalHigh - intervalLow) / 2 / estimate
  }

  /// Sets the statistics of all samples.
  package mutating func take(_ summary: Summary) {
    n = summary.n
    mean = summary.mean
    median = summary.median
    mad = summary.mad
    min = summary.min
    p25 = summary.p25
    p75 = summary.p75
    p90 = summary.p90
    p99 = summary.p99
    max = summary.max
    warning = summary.caveat ?? ""
  }
}

// MARK: - Warnings about the work of a store

extension SummaryRow {
  /// The beginning of a warning about the work of a store, which concerns more than its time.
  package static let workPrefix = "verify: "
  /// The mark of a row with such a warning.
  package static let workMark = "!"

  /// The warnings about the work of the store.
  package var workWarnings: [Substring] {
    warning.split(separator: "; ").filter { $0.hasPrefix(Self.workPrefix) }
  }

  /// Returns a line for each design and kind of warning, with the first scenario.
  package static func workWarnings(of rows: [SummaryRow]) -> [String] {
    var seen: Set<String> = []
    return rows.flatMap { row in
      row.workWarnings.filter { warning in
        let kind = warning.dropFirst(workPrefix.count).prefix { $0 != " " && $0 != ":" }
        return seen.insert("\(row.dimensions.design) \(kind)").inserted
      }.map { "\(workMark): \(row.dimensions.scenario): \($0)" }
    }
  }
}
