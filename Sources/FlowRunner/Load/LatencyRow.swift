import FlowHarness
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
  var lowNs: Double?
  var highNs: Double?
  var batches: Int?
  var isTrusted: Bool?

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
      .number(
        "time_low_ns", \.lowNs,
        "The lower end of the 95 % interval, inside this process; empty: none is known."),
      .number("time_high_ns", \.highNs, "The upper end of the same."),
      .integer("batches", \.batches, "How many independent batches the interval is from."),
      .flag(
        "trusted", \.isTrusted,
        "Whether less than a tenth of it is the generator's or the machine's; empty: a stage."),
    ]

  /// The percentiles that are written.
  static let percentiles: [Double] = [
    1, 5, 10, 25, 50, 75, 90, 95, 99, 99.9, 99.99, 99.999, 100,
  ]
}

extension LatencyRow {
  /// What the percentile is worth.
  mutating func fill(_ statistics: LoadStatistics) {
    guard let percentile, ns != nil else { return }
    if let interval = statistics.interval(time, percentile) {
      (lowNs, highNs, batches) = (interval.lowNs, interval.highNs, interval.batches)
    }
    isTrusted = TrustedPercentile(statistics).isTrusted(percentile, of: time)
    // How long these are depends on how long the load is.
    if statistics.steadiness == .overloaded, time != "service", time != "generator_delay" {
      ns = nil
      isTrusted = nil
    }
  }
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
