import FlowResults
import Measurement

/// One percentile of one of the four times of a load.
struct LatencyRow: LoadProcessRow, Equatable {
  var process = LoadProcess()
  var stage: Int?
  var time = ""
  var percentile: Double?
  var ns: Double?
  var count: Int?

  static let fileName = "latency.csv"

  static let columns: [ResultColumn<LatencyRow>] =
    LoadProcess.columns(
      \.process,
      stage: [.integer("stage", \.stage, "Which stage, from 0; empty: the whole load.")]) + [
      .text(
        "time", \.time,
        "`response`, `service`, `queueing` or `generator_delay`, as in `loads.csv`."),
      .number("percentile", \.percentile, "Per cent of the actions that took no longer."),
      .number(
        "time_ns", \.ns, "That time, to a thousandth; empty: too few actions to know it."),
      .integer("actions_total", \.count, "How many actions were timed."),
    ]

  /// The percentiles that are written.
  static let percentiles: [Double] = [
    1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 100,
  ]
}

extension ActionLatencies {
  /// The four times by their names.
  var named: [(name: String, histogram: LatencyHistogram)] {
    [
      ("response", response), ("service", service), ("queueing", queueing),
      ("generator_delay", generatorDelay),
    ]
  }
}
