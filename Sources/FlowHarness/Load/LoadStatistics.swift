package import Measurement

/// What the times of a load are worth: which of them are those of a steady load, how far each
/// percentile may be off, what disturbed it, and whether it agrees with theory.
package struct LoadStatistics: Codable, Equatable, Sendable {
  /// The times of the steady part: of all actions after the warm-up.
  package var times: ActionLatencies
  /// How long the warm-up was, in nanoseconds since the start; `nil` where the load is not meant to be
  /// steady, so that none was looked for.
  package var warmUpNs: UInt64?
  /// Whether it was steady after that; `nil` where nothing could be tested.
  package var steadiness: Steadiness?
  /// How far percentiles may be off; none where the load is not steady.
  package var intervals: [LoadInterval] = []
  /// What held the load up.
  package var disturbance = LoadDisturbance()
  /// What theory says of it.
  package var checks = LoadChecks()
  /// What it shows that is meant to change; `nil` where nothing is compared.
  package var changes: LoadChanges?

  package init(times: ActionLatencies) { self.times = times }

  /// The interval of a percentile of one of the four times; `nil` where it is not known.
  package func interval(_ time: String, _ percent: Double) -> LoadInterval? {
    intervals.first { $0.time == time && $0.percent == percent }
  }
}

/// Whether what is measured depends on when one looks.
package enum Steadiness: Codable, Equatable, Sendable {
  case steady
  /// Services of the later half take this share longer, or shorter where it is below 0.
  case drifting(Double)
  /// Ever more actions wait: how long each does depends on when the load is ended.
  case overloaded
  /// Too little of it was read in parts to say.
  case unknown

  /// Why percentiles say little; `nil` where the load is steady.
  package var warning: String? {
    switch self {
    case .steady: nil
    case .drifting(let change):
      "not steady: services of the later half take \(Decimals.percent(abs(change))) "
        + (change > 0 ? "longer" : "less")
    case .overloaded: "overloaded: the queue grows as long as actions come"
    case .unknown: "too few parts of it were read in time to know whether it is overloaded"
    }
  }
}

/// A 95 % interval of one percentile of one of the four times.
package struct LoadInterval: Codable, Equatable, Sendable {
  /// Which of the times, by its name.
  package var time: String
  package var percent: Double
  package var lowNs: Double
  package var highNs: Double
  /// How many independent batches stand behind it.
  package var batches: Int

  package init(time: String, percent: Double, lowNs: Double, highNs: Double, batches: Int) {
    self.time = time
    self.percent = percent
    self.lowNs = lowNs
    self.highNs = highNs
    self.batches = batches
  }
}

/// What held a load up: the machine, or the store.
package struct LoadDisturbance: Codable, Equatable, Sendable {
  /// Times in which the machine or the process stood still; `nil` where nobody could watch.
  package var pauses: Int?
  /// How long these were together, in nanoseconds.
  package var pausedNs: UInt64?
  /// Actions that they made late.
  package var pausedActions = 0
  /// Times in which a service took long and the machine did not stand still.
  package var stalls = 0
  /// How long these were together, in nanoseconds.
  package var stalledNs: UInt64 = 0

  package init() {}
}

/// What theory says of a load, beside what was measured; `nil` where it does not apply.
package struct LoadChecks: Codable, Equatable, Sendable {
  /// The mean number in the system, by when actions were meant to come and when they ended.
  package var inSystem: Double?
  /// The same by J. D. C. Little's law: the rate times the mean response.
  package var inSystemByLaw: Double?
  /// The share of its capacity that was used: the rate times the mean service.
  package var utilisation: Double?
  /// The mean queueing time that follows from the load's own services, in nanoseconds.
  package var queueingByLawNs: Double?
  /// Where 95 % of loads with such services have it, in nanoseconds.
  package var queueingInterval: ClosedRange<Double>?
  /// The mean queueing time that the law is about, in nanoseconds.
  package var queueingNs: Double?
  /// How likely arrivals of their law would deviate as much, 0 to 1.
  package var arrivalsP: Double?
  /// How strongly a gap between two arrivals depends on the one before, in standard deviations.
  package var arrivalsScore: Double?
  /// What does not hold, a sentence each.
  package var failures: [String] = []

  package init() {}
}

/// What a load shows that is meant to change: how long it takes to recover, and whether it comes down
/// as it went up.
package struct LoadChanges: Codable, Equatable, Sendable {
  /// What came of its spike; `nil` where it has none.
  package var recovery: SpikeRecovery?
  /// The rates that were met on both ways, in the order of the stages in which it came down.
  package var returns: [ReturnedRate] = []

  package init() {}
}

/// How long it took after a spike until responses were as before it.
package struct SpikeRecovery: Codable, Equatable, Sendable {
  /// When the spike began, in nanoseconds since the start.
  package var startNs: UInt64
  /// When it ended, in nanoseconds since the start.
  package var endNs: UInt64
  /// What the p99 of the response must not be above to be back; `nil` where it was not known before.
  package var limitNs: Double?
  /// How long the longest window is whose p99 is compared; `nil` where none was.
  package var windowNs: UInt64?
  /// From the spike's end until the p99 was back; `nil` where that was not seen.
  package var recoveryNs: UInt64?

  package init(startNs: UInt64, endNs: UInt64) {
    self.startNs = startNs
    self.endNs = endNs
  }
}

/// The p99 of the response at one rate, coming down against going up.
package struct ReturnedRate: Codable, Equatable, Sendable {
  /// The rate that both stages hold, in actions a second.
  package var rate: Double
  /// The stage that held it before a higher rate, from 0.
  package var upStage: Int
  /// The stage that held it after that.
  package var downStage: Int
  /// The p99 in the later stage over that in the earlier one.
  package var ratio: Double
  /// The ends of its 95 % interval; `nil` where one of the two has none.
  package var low: Double?
  package var high: Double?

  package init(
    rate: Double, upStage: Int, downStage: Int, ratio: Double, low: Double? = nil,
    high: Double? = nil
  ) {
    self.rate = rate
    self.upStage = upStage
    self.downStage = downStage
    self.ratio = ratio
    self.low = low
    self.high = high
  }
}
