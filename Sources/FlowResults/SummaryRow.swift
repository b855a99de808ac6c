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
    ResultSchema.columns(\.runID) + Dimensions.columns(\.dimensions) + [
      .text("metric", \.metric, "A column of `samples.csv`; all values are in its unit."),
      .integer("n", \.n, "Samples, over all processes."),
      .number("mean", \.mean, "Arithmetic mean.", in: .any),
      .number("median", \.median, "Median.", in: .any),
      .number("mad", \.mad, "Median absolute deviation."),
      .number("min", \.min, "Smallest sample.", in: .any),
      .number("p25", \.p25, "25th percentile.", in: .any),
      .number("p75", \.p75, "75th percentile.", in: .any),
      .number("p90", \.p90, "90th percentile.", in: .any),
      .number("p99", \.p99, "99th percentile.", in: .any),
      .number("max", \.max, "Largest sample.", in: .any),
      .number(
        "interval_low", \.intervalLow, "Low end of the 95 % interval of the median.", in: .any),
      .number(
        "interval_high", \.intervalHigh, "High end of it; empty with fewer than 6 samples.",
        in: .any),
      .number(
        "ratio_to_floor", \.ratioToFloor,
        "Median over the floor's median of the same run; empty where the run has no such floor."),
      .flag("valid", \.isValid, "Whether every trial of the scenario was valid."),
      .text("warning", \.warning, "Why it may mislead, or why it is not valid."),
      .integer("processes_total", \.processes, "Fresh processes that measured it."),
      .number(
        "process_min", \.processMin, "Median of the smallest samples of each process.", in: .any),
      .number(
        "process_median", \.processMedian, "Median of the medians of each process.", in: .any),
    ] + Dimensions.laterColumns(\.dimensions)

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
