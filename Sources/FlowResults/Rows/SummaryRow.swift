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
  var max: Double?
  package var intervalLow: Double?
  package var intervalHigh: Double?
  package var ratioToFloor: Double?
  package var ratioLow: Double?
  package var ratioHigh: Double?
  /// The share of samples that were taken while the machine was slow.
  package var slowShare: Double?
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
      .number("max", \.max, "Largest sample.", in: .any),
      .number("interval_low", \.intervalLow, interval, in: .any),
      .number("interval_high", \.intervalHigh, interval, in: .any),
      .number(
        "ratio_to_floor", \.ratioToFloor,
        "Estimate divided by that of the design `floor`; empty if the run lacks it."),
      .number("ratio_low", \.ratioLow, ratioInterval),
      .number("ratio_high", \.ratioHigh, ratioInterval),
      .number(
        "slow_share", \.slowShare,
        "Share of the samples of a time, 0 to 1, beside which the reference took over 25 % longer "
          + "than usual."),
      .flag("valid", \.isValid, "True if all trials of the scenario are valid."),
      .text("warning", \.warning, ResultSchema.warningMeaning),
      .integer("processes_total", \.processes, "Processes that measured the metric."),
      .number(
        "estimate", \.estimate,
        "Cost of a typical process, which tables show: geometric mean of the processes' medians; "
          + "arithmetic, if one is 0.", in: .any),
    ]

  private static let percentile = "Percentile of the samples."
  private static let ratioInterval = "End of the 95 % interval of `ratio_to_floor`."
  private static let interval = "End of the estimate's 95 % interval; empty with one process."

  /// Sets the estimate from the medians of the processes.
  package mutating func take(processMedians: [Double]) {
    processes = processMedians.count
    let found = ProcessEstimate(processMedians)
    estimate = found?.value
    intervalLow = found?.interval?.lowerBound
    intervalHigh = found?.interval?.upperBound
  }

  /// Sets the ratio to the floor from the medians of the processes of both; there is no ratio to 0.
  package mutating func take(ratioOf medians: [Double], to floor: [Double]) {
    guard let reference = ProcessEstimate(floor)?.value, reference > 0 else { return }
    ratioToFloor = estimate.map { $0 / reference }
    guard dimensions.design != Dimensions.reference,
      let interval = IndependentComparison(base: floor, candidate: medians)?.interval()
    else { return }
    (ratioLow, ratioHigh) = interval
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
    max = summary.max
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
