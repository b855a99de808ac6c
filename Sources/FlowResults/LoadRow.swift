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

extension LoadRow {
  /// The share of the actions that must be done, and done in time, for a rate to count as sustained.
  package static let sustained = 0.99

  /// Whether a load did all that was asked of it as it came; `nil` where senders wait for the end,
  /// and for a load that nothing is known of.
  ///
  /// Of effects that take time the last ones end after the last arrival also where nothing falls
  /// behind: there all that can be said is that all were done.
  package var isSustained: Bool? {
    guard !self.load.hasPrefix("closed:"), let offered, let completed, let throughput else {
      return nil
    }
    let isDone = Double(completed) >= Self.sustained * Double(offered)
    guard self.dimensions.completion != Dimensions.service else { return isDone }
    let came = Double(offered) / (Double(durationNs ?? 1) / 1e9)
    // A store that falls behind is done with all of it in the end, but too late.
    return isDone
      && throughput >= Self.sustained * min(rate ?? came, came)
  }
}

/// What the times of a load are worth, beside its times.
package struct LoadQuality: Codable, Equatable, Sendable {
  package var warmUpNs: Int?
  package var steadiness = ""
  package var trustedPercentile: Double?
  package var pauses: Int?
  package var pausedNs: Int?
  package var pausedActions: Int?
  package var stalls: Int?
  package var stalledNs: Int?
  package var inSystem: Double?
  package var inSystemByLaw: Double?
  package var utilisation: Double?
  package var lawQueueingNs: Double?
  package var queueingByLawNs: Double?
  package var queueingByLawLowNs: Double?
  package var queueingByLawHighNs: Double?
  package var arrivalsP: Double?
  package var arrivalsScore: Double?
  package var failedChecks = ""

  package init() {}

  /// What `steadiness` says of a load that does not change.
  package static let steady = "steady"
  /// What it says of one whose services change.
  package static let drifting = "drifting"
  /// What it says of one whose queue grows as long as actions come.
  package static let overloaded = "overloaded"

  static let columns: [ResultColumn<LoadQuality>] = [
    .integer(
      "warm_up_ns", \.warmUpNs,
      "How long the part was that is in none of the times; empty: none was looked for."),
    .text(
      "steadiness", \.steadiness,
      "`steady`, `drifting` or `overloaded` after the warm-up; empty: not meant to be, or unknown."),
    .number(
      "trusted_percentile", \.trustedPercentile,
      "Up to it less than a tenth of the response is the generator's or the machine's; empty: nowhere."
    ),
    .integer(
      "pauses_total", \.pauses,
      "Times of half a millisecond or more in which the machine stood still; empty: nobody watched."
    ),
    .integer("paused_ns", \.pausedNs, "How long these were together."),
    .integer("paused_actions_total", \.pausedActions, "Actions that they made late."),
    .integer(
      "stalls_total", \.stalls,
      "Services of half a millisecond or more while the machine did not stand still."),
    .integer("stalled_ns", \.stalledNs, "How long these were together."),
    .number(
      "in_system_mean", \.inSystem,
      "Actions in the system on average, by when they were meant to come and when they ended."),
    .number(
      "in_system_by_law", \.inSystemByLaw,
      "The same by Little's law: the rate times the mean response."),
    .number(
      "utilisation", \.utilisation,
      "The rate times the mean service, of the store or of each place of the service behind it."),
    .number(
      "law_queueing_ns", \.lawQueueingNs,
      "The mean queueing that the next column predicts: for the store, or for a place."),
    .number(
      "queueing_by_law_ns", \.queueingByLawNs,
      "The same from the load's own services and delays: by Pollaczek and Khinchin, or Erlang; or empty."
    ),
    .number(
      "queueing_by_law_low_ns", \.queueingByLawLowNs,
      "Where it begins in 95 % of loads with such services, whose arrivals come by chance; or empty."
    ),
    .number("queueing_by_law_high_ns", \.queueingByLawHighNs, "Where it ends; or empty."),
    .number(
      "arrivals_p", \.arrivalsP,
      "How likely arrivals of a Poisson process deviate as much (Anderson and Darling).",
      in: .share),
    .number(
      "arrivals_score", \.arrivalsScore,
      "How strongly a gap depends on the one before, in standard deviations (Spearman).",
      in: .any),
    .text("failed_checks", \.failedChecks, "What theory says and does not hold."),
  ]
}

/// What a load shows that is meant to change, beside its times.
package struct LoadChange: Codable, Equatable, Sendable {
  package var spikeStartNs: Int?
  package var spikeEndNs: Int?
  package var recoveryNs: Int?
  package var recoveryWindowNs: Int?
  package var recoveryNote = ""
  package var upStage: Int?
  package var ratio: Double?
  package var ratioLow: Double?
  package var ratioHigh: Double?

  package init() {}

  /// What `recovery_note` says where responses stay longer than before.
  package static let notBack = "not back by the end"
  /// What it says where there is nothing to compare with.
  package static let tooFew = "too few actions before the spike"

  static let columns: [ResultColumn<LoadChange>] = [
    .integer(
      "spike_start_ns", \.spikeStartNs,
      "When the spike began, since the load's start; empty: there was none, or a stage."),
    .integer("spike_end_ns", \.spikeEndNs, "When it ended."),
    .integer(
      "recovery_ns", \.recoveryNs,
      "From its end until the p99 of the response was back, for three windows; empty: never seen."
    ).metric(.load(isCompared: true)),
    .integer(
      "recovery_window_ns", \.recoveryWindowNs,
      "How long the longest window is: `recovery_ns` is known to one window."),
    .text(
      "recovery_note", \.recoveryNote, "Why `recovery_ns` is empty although there was a spike."),
    .integer(
      "up_stage", \.upStage, "The stage that held this stage's rate before a higher one; or empty."),
    .number(
      "p99_down_over_up_ratio", \.ratio,
      "The p99 of the response in this stage, coming down, over that in `up_stage`, going up."),
    .number(
      "p99_down_over_up_low_ratio", \.ratioLow,
      "The lower end of its 95 % interval; empty: one of both has none."),
    .number("p99_down_over_up_high_ratio", \.ratioHigh, "The upper end of the same."),
  ]
}

/// How evenly the workers of a load were served; empty where one thread sends.
package struct LoadFairness: Equatable {
  package var index: Double?
  package var minP99Ns: Double?
  package var maxP99Ns: Double?

  package init() {}

  static let columns: [ResultColumn<LoadFairness>] = [
    .number(
      "fairness", \.index,
      "Jain's index of the share of its actions each worker had done by the end of the schedule; empty: no workers.",
      in: .share
    ).metric(.load()),
    .number(
      "worker_p99_min_ns", \.minP99Ns,
      "The 99th percentile of the response of the worker with the shortest, of all its actions; empty: no workers."
    ),
    .number("worker_p99_max_ns", \.maxP99Ns, "The same of the worker with the longest."),
  ]
}
