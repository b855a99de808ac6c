package import Measurement

/// One load, or one stage of it, in one process.
package struct LoadRow: LoadProcessRow, Equatable {
  /// A few numbers of one of the four times.
  package struct Times: Equatable {
    /// Between which a percentile lies in 95 of 100 loads like this.
    package struct Bounds: Equatable {
      package var lowNs: Double?
      package var highNs: Double?

      package init(lowNs: Double? = nil, highNs: Double? = nil) {
        self.lowNs = lowNs
        self.highNs = highNs
      }
    }

    package var meanNs: Double?
    package var p50Ns: Double?
    var p90Ns: Double?
    package var p99Ns: Double?
    package var p999Ns: Double?
    package var maxNs: Double?
    package var p50 = Bounds()
    package var p90 = Bounds()
    package var p99 = Bounds()
    package var p999 = Bounds()
  }

  package var process = LoadProcess()
  package var stage: Int?
  package var stageName = ""
  package var seed = ""
  package var rate: Double?
  package var durationNs: Int?
  package var maxQueue: Int?
  package var offered: Int?
  package var completed: Int?
  package var dropped: Int?
  package var abandoned: Int?
  package var throughput: Double?
  package var response = Times()
  package var service = Times()
  package var queueing = Times()
  package var generatorDelay = Times()
  package var cpuNs: Double?
  package var digest = ""
  package var isValid: Bool?
  package var invalidReason = ""
  package var warning = ""
  package var quality = LoadQuality()
  package var fairness = LoadFairness()
  package var change = LoadChange()
  package var disturbance = Disturbance()

  package init() {}

  package static let fileName = "loads.csv"

  package static let columns: [ResultColumn<LoadRow>] =
    LoadProcess.columns(
      \.process, load: "Who sends and when, in words that are stable from run to run.",
      stage: [
        .integer("stage", \.stage, "Which stage, from 0; empty: the whole load."),
        .text("stage_name", \.stageName, "The stage as it was requested; empty: the whole load."),
      ]) + [
      .text("seed", \.seed, "Seed of the run; actions and arrivals depend on it and on the round."),
      .number(
        "rate_per_second", \.rate,
        "Actions a second that were requested, on average; empty: closed loop."),
      .integer("duration_ns", \.durationNs, "How long actions came."),
      .integer(
        "max_queue", \.maxQueue,
        "How many actions may wait, for a place at the service where there is one; empty: all."),
      .integer("offered_total", \.offered, "Actions that came; empty for a stage.")
        .metric(.load()),
      .integer("completed_total", \.completed, "Actions that were done.").metric(.load()),
      .integer("dropped_total", \.dropped, "Actions that came to a full queue; empty for a stage.")
        .metric(.load()),
      .integer(
        "abandoned_total", \.abandoned,
        "Actions abandoned at the end, in no time of this row; empty for a stage."
      ).metric(.load()),
      .number(
        "completed_per_second", \.throughput,
        "Actions done for each second from the start to the last one's end; empty for a stage."
      ).metric(.load(isCompared: true)),
    ]
    + times(
      "response", \.response, "the instant it was meant to come to the end of all it caused",
      compared: ["mean", "p50", "p99", "p99_9", "max"])
    + times(
      "service", \.service, "its start to the end of all it caused", compared: ["p50", "p99"])
    + times("queueing", \.queueing, "the instant it was meant to come to its start")
    + times("generator_delay", \.generatorDelay, "the instant it could have started to its start")
    + [
      .number(
        "cpu_ns_per_action", \.cpuNs,
        "Processor time of all threads, with that of waiting for the next action; empty for a stage."
      ).metric(.load(isCompared: true)),
      .text(
        "digest", \.digest,
        "State before the load, and after one whose effects took time; equal for all designs."),
      .flag("valid", \.isValid, "Whether the load ended, in the right state."),
      .text("invalid_reason", \.invalidReason, "Why it is not valid."),
      .text("warning", \.warning, "Why its times may mislead."),
    ]
    + bounds("response", \.response) + bounds("service", \.service)
    + bounds("queueing", \.queueing)
    + LoadQuality.columns.map { $0.lifted(to: \.quality) }
    + LoadFairness.columns.map { $0.lifted(to: \.fairness) }
    + LoadChange.columns.map { $0.lifted(to: \.change) }
    + Disturbance.columns.map { $0.lifted(to: \.disturbance) }

  private static func bounds(
    _ name: String, _ path: any WritableKeyPath<LoadRow, Times> & Sendable
  ) -> [ResultColumn<LoadRow>] {
    func columns(
      _ part: String, _ bounds: any WritableKeyPath<Times, Times.Bounds> & Sendable
    ) -> [ResultColumn<LoadRow>] {
      [
        .number(
          "\(name)_\(part)_low_ns", joined(path, joined(bounds, \.lowNs)),
          "The lower end of the 95 % interval of `\(name)_\(part)_ns`, inside this process."),
        .number(
          "\(name)_\(part)_high_ns", joined(path, joined(bounds, \.highNs)),
          "The upper end of the same."),
      ]
    }
    return columns("p50", \.p50) + columns("p90", \.p90) + columns("p99", \.p99)
      + columns("p99_9", \.p999)
  }

  private static func times(
    _ name: String, _ path: any WritableKeyPath<LoadRow, Times> & Sendable, _ span: String,
    compared: [String] = []
  ) -> [ResultColumn<LoadRow>] {
    func column(
      _ part: String, _ number: any WritableKeyPath<Times, Double?> & Sendable, _ meaning: String
    ) -> ResultColumn<LoadRow> {
      .number(
        "\(name)_\(part)_ns", joined(path, number), "\(meaning) of the times from \(span)."
      ).metric(.load(isCompared: compared.contains(part)))
    }
    return [
      column("mean", \.meanNs, "The mean"), column("p50", \.p50Ns, "The median"),
      column("p90", \.p90Ns, "The 90th percentile"),
      column("p99", \.p99Ns, "The 99th percentile"),
      column("p99_9", \.p999Ns, "The 99.9th percentile"),
      column("max", \.maxNs, "The maximum"),
    ]
  }
}

extension LoadRow.Times {
  /// The numbers of a histogram; a percentile with nothing above it is unknown.
  package init(_ histogram: LatencyHistogram) {
    meanNs = histogram.meanNs
    p50Ns = histogram.knownPercentileNs(50)
    p90Ns = histogram.knownPercentileNs(90)
    p99Ns = histogram.knownPercentileNs(99)
    p999Ns = histogram.knownPercentileNs(99.9)
    maxNs = histogram.maxNs.map { Double($0) }
  }
}
