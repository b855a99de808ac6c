package import Measurement

/// One load, or one stage of it, in one process.
package struct LoadRow: LoadProcessRow, Equatable {
  /// Statistics of one of the four times.
  package struct Times: Equatable {
    /// The 95 % interval of a percentile.
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
    package var p90Ns: Double?
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
  package var disturbance = Disturbance()

  package init() {}

  package static let fileName = "loads.csv"

  package static let columns: [ResultColumn<LoadRow>] =
    LoadProcess.columns(
      \.process, load: "Traffic and service in words, stable between runs.",
      stage: [
        .integer("stage", \.stage, "Number of the stage, from 0; empty: the whole load."),
        .text("stage_name", \.stageName, "Stage as requested; empty: the whole load."),
      ]) + [
      .text("seed", \.seed, "Seed of the run; with the round, it determines actions and arrivals."),
      .number(
        "rate_per_second", \.rate, "Mean requested actions per second; empty: closed loop."),
      .integer("duration_ns", \.durationNs, "Duration of the arrivals."),
      .integer(
        "max_queue", \.maxQueue,
        "Maximum queue length, of the service if effects use one; empty: unlimited."),
      .integer("offered_total", \.offered, "Actions that arrived; empty for a stage.")
        .metric(.load()),
      .integer("completed_total", \.completed, "Actions that were completed.").metric(.load()),
      .integer(
        "dropped_total", \.dropped, "Actions that found the queue full; empty for a stage."
      ).metric(.load()),
      .integer(
        "abandoned_total", \.abandoned,
        "Actions not completed at the end, whose times are unknown; empty for a stage."
      ).metric(.load()),
      .number(
        "completed_per_second", \.throughput,
        "Completed actions per second until the last one ended; empty for a stage."
      ).metric(.load(isCompared: true)),
    ]
    + Times.columns(
      "response", of: "the response time, from intended start to end with all effects",
      compared: ["mean", "p50", "p99", "p99_9", "max"]
    ).lifted(to: \LoadRow.response)
    + Times.columns(
      "service", of: "the service time, from start to end with all effects",
      unknown: ", or under ten steps of the clock", compared: ["p50", "p99"]
    ).lifted(to: \LoadRow.service)
    + Times.columns("queueing", of: "the queueing delay, from intended start to start")
    .lifted(to: \LoadRow.queueing)
    + Times.columns("generator_delay", of: "the generator delay, from possible start to start")
    .lifted(to: \LoadRow.generatorDelay)
    + [
      .number(
        "cpu_ns_per_action", \.cpuNs,
        "Processor time of all threads, which includes waiting for actions; empty for a stage."
      ).metric(.load(isCompared: true)),
      .text(
        "digest", \.digest,
        "Digest of the state before the load; with asynchronous effects, also after it."),
      .flag("valid", \.isValid, "True if the load ended in the correct state."),
      .text("invalid_reason", \.invalidReason, ResultSchema.invalidMeaning),
      .text("warning", \.warning, ResultSchema.warningMeaning),
    ]
    + Times.bounds("response").lifted(to: \LoadRow.response)
    + Times.bounds("service").lifted(to: \LoadRow.service)
    + Times.bounds("queueing").lifted(to: \LoadRow.queueing)
    + LoadQuality.columns.lifted(to: \.quality)
    + Disturbance.columns.lifted(to: \.disturbance)
}

extension LoadRow.Times {
  /// Returns the columns of the statistics of a time.
  ///
  /// - Parameters:
  ///   - name: The beginning of their names.
  ///   - span: The time in words.
  ///   - unknown: A further reason for an empty cell.
  ///   - compared: The statistics by which loads are compared.
  fileprivate static func columns(
    _ name: String, of span: String, unknown: String = "", compared: [String] = []
  ) -> [ResultColumn<Self>] {
    func column(
      _ part: String, _ path: any WritableKeyPath<Self, Double?> & Sendable
    ) -> ResultColumn<Self> {
      .number(
        "\(name)_\(part)_ns", path,
        "Mean, percentile or maximum of \(span); empty: too few actions\(unknown)."
      ).metric(.load(isCompared: compared.contains(part)))
    }
    return [
      column("mean", \.meanNs), column("p50", \.p50Ns), column("p90", \.p90Ns),
      column("p99", \.p99Ns), column("p99_9", \.p999Ns), column("max", \.maxNs),
    ]
  }

  /// Returns the columns of the intervals of a time's percentiles.
  fileprivate static func bounds(_ name: String) -> [ResultColumn<Self>] {
    func columns(
      _ part: String, _ path: any WritableKeyPath<Self, Bounds> & Sendable
    ) -> [ResultColumn<Self>] {
      let meaning = "End of the percentile's 95 % interval within the process; empty: unknown."
      let ends: [ResultColumn<Bounds>] = [
        .number("\(name)_\(part)_low_ns", \.lowNs, meaning),
        .number("\(name)_\(part)_high_ns", \.highNs, meaning),
      ]
      return ends.lifted(to: path)
    }
    return columns("p50", \.p50) + columns("p90", \.p90) + columns("p99", \.p99)
      + columns("p99_9", \.p999)
  }
}

extension LoadRow.Times {
  /// The statistics of a histogram; a percentile without values above it is unknown.
  ///
  /// - Parameter shortestNs: The shortest time that is known.
  package init(_ histogram: LatencyHistogram, fromNs shortestNs: Double = 0) {
    meanNs = histogram.meanNs.known(fromNs: shortestNs)
    p50Ns = histogram.knownPercentileNs(50).known(fromNs: shortestNs)
    p90Ns = histogram.knownPercentileNs(90).known(fromNs: shortestNs)
    p99Ns = histogram.knownPercentileNs(99).known(fromNs: shortestNs)
    p999Ns = histogram.knownPercentileNs(99.9).known(fromNs: shortestNs)
    maxNs = histogram.maxNs.map { Double($0) }.known(fromNs: shortestNs)
  }
}

extension Double? {
  /// Returns the time; `nil` if it is shorter than the clock can tell.
  package func known(fromNs shortestNs: Double) -> Double? {
    flatMap { $0 < shortestNs ? nil : $0 }
  }
}

extension LoadRow {
  /// The minimum share of completed actions, and of the requested rate, of a sustained load.
  package static let sustained = 0.99

  /// A Boolean value that indicates whether a load completed its actions at their rate; `nil` for
  /// closed loops, and if numbers are unknown.
  ///
  /// The last asynchronous effects end after the last arrival even if nothing falls behind, so
  /// these loads only need to complete their actions.
  package var isSustained: Bool? {
    guard !self.load.hasPrefix("closed:"), let offered, let completed, let throughput else {
      return nil
    }
    let isDone = Double(completed) >= Self.sustained * Double(offered)
    guard self.dimensions.completion != Dimensions.service else { return isDone }
    let arrived = Double(offered) / (Double(durationNs ?? 1) / 1e9)
    // A store that falls behind completes all actions in the end, but too late.
    return isDone
      && throughput >= Self.sustained * min(rate ?? arrived, arrived)
  }
}

/// Facts that show how reliable the times of a load are.
package struct LoadQuality: Codable, Equatable, Sendable {
  package var warmUpNs: Int?
  package var steadiness = ""
  package var trustedPercentile: Double?
  package var pauses: Int?
  package var pausedNs: Int?
  package var pausedActions: Int?
  package var stalls: Int?
  package var stalledNs: Int?

  package init() {}

  /// The `trustedPercentile` of a load of which not even the median is trusted.
  package static let noPercentile = 0.0
  /// The `steadiness` of a load that does not change.
  package static let steady = "steady"
  /// The `steadiness` of a load whose service times change.
  package static let drifting = "drifting"
  /// The `steadiness` of a load whose queue grows until the last arrival.
  package static let overloaded = "overloaded"

  static let columns: [ResultColumn<LoadQuality>] = [
    .integer("warm_up_ns", \.warmUpNs, "Warm-up that the times exclude; empty: not determined."),
    .text(
      "steadiness", \.steadiness,
      "`steady`, `drifting` or `overloaded` after the warm-up; empty: unknown."),
    .number(
      "trusted_percentile", \.trustedPercentile,
      "Largest percentile of which less than a tenth is generator delay or pauses; 0: none; empty: "
        + "unknown."
    ),
    .integer(
      "pauses_total", \.pauses,
      "Pauses of the machine of at least 0.5 ms; empty: not observed."),
    .integer("paused_ns", \.pausedNs, "Total duration of these pauses."),
    .integer("paused_actions_total", \.pausedActions, "Actions delayed by these pauses."),
    .integer("stalls_total", \.stalls, "Service times of at least 0.5 ms outside of pauses."),
    .integer("stalled_ns", \.stalledNs, "Total duration of these stalls."),
  ]
}
