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
      stage: [.integer("stage", \.stage, "Number of the stage, from 0; empty: the whole load.")])
    + [
      .text(
        "time", \.time,
        "`response`, `service`, `queueing` or `generator_delay`."),
      .number("percentile", \.percentile, "Percentile, 0 to 100."),
      .number(
        "time_ns", \.ns,
        "Time of this percentile; empty: too few actions, or a service time under ten steps of the clock."
      ),
      .integer("actions_total", \.count, "Timed actions."),
      .number(
        "time_low_ns", \.lowNs,
        "End of the 95 % interval within the process; empty: unknown."),
      .number(
        "time_high_ns", \.highNs, "End of the 95 % interval within the process; empty: unknown."),
      .integer("batches", \.batches, "Independent batches of the interval."),
      .flag(
        "trusted", \.isTrusted,
        "True if less than a tenth is generator delay or pauses; empty: a stage."),
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

/// One second of a load.
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
  var coveredNs: Int?

  static let fileName = "timeline.csv"

  static let columns: [ResultColumn<TimelineRow>] =
    LoadProcess.columns(\.process) + [
      .integer(
        "second", \.second,
        "Second since the start, from 0; virtual time omits seconds without events, in which "
          + "`in_system` stays."),
      .integer("offered", \.offered, "Actions with an intended start in it; empty: closed loop."),
      .integer("completed", \.completed, "Actions that ended in it."),
      .integer("dropped", \.dropped, "Actions that were dropped in it."),
      .integer(
        "in_system", \.inSystem,
        "Actions in the system at its end; empty: closed loop."
      ),
      .integer(
        "response_p50_ns", \.p50Ns,
        "Response time of the actions that ended in it; empty: too few."),
      .integer(
        "response_p99_ns", \.p99Ns, "Response time of the actions that ended in it; empty: too few."
      ),
      .integer(
        "response_max_ns", \.maxNs, "Response time of the actions that ended in it; empty: too few."
      ),
      .integer(
        "paused_ns", \.pausedNs,
        "Time that an observing thread on another core was stopped; empty: no core was free."),
      .integer(
        "stolen_ns", \.stolenNs,
        "Time that the hypervisor gave to other machines, of all cores; empty: unknown."),
      .integer(
        "covered_ns", \.coveredNs,
        "Part of the second before the end of the load: less than a second only in the last row."),
    ]
}
