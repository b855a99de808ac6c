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
  mutating func fill(_ statistics: LoadStatistics) {
    guard let percentile, ns != nil else { return }
    if let interval = statistics.interval(time, percentile) {
      (lowNs, highNs, batches) = (interval.lowNs, interval.highNs, interval.batches)
    }
    isTrusted = TrustedPercentile(statistics).isTrusted(percentile, of: time)
    // These depend on the length of the load.
    if statistics.quality.isOverloaded, time != "service", time != "generator_delay" {
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

/// One second of a load, or a minute.
struct TimelineRow: LoadProcessRow, Equatable {
  var process = LoadProcess()
  var second: Int?
  var offered: Int?
  var completed: Int?
  var dropped: Int?
  var inSystem: Int?
  var p50Ns: Int?
  var p99Ns: Int?
  var maxNs: Int?
  var pausedNs: Int?
  var stolenNs: Int?
  var seconds: Int?

  static let fileName = "timeline.csv"

  static let columns: [ResultColumn<TimelineRow>] =
    LoadProcess.columns(\.process) + [
      .integer(
        "second", \.second,
        "Which second since the start, from 0; with `--virtual` one in which no action came, ended "
          + "or was dropped has no row, and `in_system` is that of the row before."),
      .integer("offered", \.offered, "Actions meant to come in it; empty: closed loop."),
      .integer("completed", \.completed, "Actions that ended in it."),
      .integer("dropped", \.dropped, "Actions that were dropped in it."),
      .integer(
        "in_system", \.inSystem,
        "Actions that had come by its end and were neither done nor dropped; empty: closed loop."
      ),
      .integer(
        "response_p50_ns", \.p50Ns,
        "Median response time of those that ended in it; empty: too few."),
      .integer(
        "response_p99_ns", \.p99Ns, "The 99th percentile of the same; empty: fewer than 100."),
      .integer("response_max_ns", \.maxNs, "The maximum of the same."),
      .integer(
        "paused_ns", \.pausedNs,
        "How long a thread that watches the clock on another core stood still; empty: none could."),
      .integer(
        "stolen_ns", \.stolenNs,
        "Processor time that the hypervisor gave to others, of all cores; empty: nobody says."),
      .integer(
        "seconds", \.seconds,
        "How many seconds the row is of: 1, or 60 in worlds that live longer than an hour."),
    ]
}
