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
  var processMin: Double?
  var processMedian: Double?

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
        "Median divided by that of the design `floor`; empty if the run lacks it."),
      .flag("valid", \.isValid, "True if all trials of the scenario are valid."),
      .text("warning", \.warning, ResultSchema.warningMeaning),
      .integer("processes_total", \.processes, "Processes that measured the metric."),
      .number(
        "process_min", \.processMin, "Median of the processes' smallest samples.", in: .any),
      .number(
        "process_median", \.processMedian, "Median of the processes' medians.", in: .any),
    ]

  private static let percentile = "Percentile of the samples."
  private static let interval = "End of the median's 95 % interval; empty below 6 samples."

  /// Sets the statistics of the processes.
  package mutating func take(processes: [SortedSamples]) {
    self.processes = processes.count
    processMin = SortedSamples(processes.compactMap(\.min)).median
    processMedian = SortedSamples(processes.compactMap(\.median)).median
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
    intervalLow = summary.interval?.low
    intervalHigh = summary.interval?.high
    warning = summary.caveat ?? ""
  }
}
