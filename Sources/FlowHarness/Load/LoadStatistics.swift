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
