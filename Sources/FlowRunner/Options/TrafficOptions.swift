package import ArgumentParser
import FlowHarness
import FlowResults
package import Workloads

/// The options for the rate of a schedule.
package struct RateOptions: ParsableArguments {
  @Option(
    .number(in: OptionBounds.rates, rule: "must be a number of actions a second"), "n",
    "Number of actions per second", default: "10000")
  package var rate: Double?

  @Option(.time, "time", "Duration of arrivals", default: "10s")
  package var duration: UInt64?

  @Option(
    .choice(["poisson", "constant", "together"], kind: "arrival process"), "process",
    "Arrival process: poisson, constant; for users also together", default: "poisson")
  package var arrivals: String?

  package init() {}

  static let standardRate = 10_000.0
  static let standardDurationNs: UInt64 = 10_000_000_000
}

/// The options for a rate that changes.
package struct RateChangeOptions: ParsableArguments {
  @Option(
    repeated: .parsed { try RateSegment(parsing: $0) }, "stage",
    "Stage of the rate, as 1000..5000:10s; repeatable")
  package var stage: [RateSegment] = []

  package init() {}
}

/// The option for the clients of a closed loop.
package struct ClientOptions: ParsableArguments {
  @Option(
    .number(in: OptionBounds.clients), "n",
    "Number of clients of a closed loop")
  package var clients: Int?

  package init() {}
}

/// The options for simulated users.
package struct UserOptions: ParsableArguments {
  @Option(.number(in: OptionBounds.users), "n", "Number of simulated users")
  package var users: Int?

  @Option(
    .delay, "delay", "Think time between actions; see \(Executable.name) list",
    default: "exponential:1s for --clients, exponential:10s for users")
  package var think: Delay?

  @Option(
    .delay, "delay", "Time between two sessions of a user", default: "\(standardAway)",
    visibility: .hidden)
  package var away: Delay?

  package init() {}

  static let standardThink = Delay.exponential(meanNs: 10_000_000_000)
  static let standardThinkOfClients = Delay.exponential(meanNs: 1_000_000_000)
  static let standardAway = Delay.exponential(meanNs: 600_000_000_000)
}

/// The options for waiting actions.
package struct QueueOptions: ParsableArguments {
  @Option(
    .number(in: OptionBounds.maxQueue), "n",
    "Drop actions that find n waiting", default: "unlimited")
  package var maxQueue: Int?

  @Option(
    .time, "time", "Time for serving the queue after the last arrival", default: "the duration",
    visibility: .hidden)
  package var drain: UInt64?

  package init() {}
}

/// The option for virtual time.
package struct TimeOptions: ParsableArguments {
  @Flag(help: "Simulate time, so that waiting takes no real time.")
  package var virtual = false

  package init() {}
}

/// The options for the service that effects call.
package struct ServiceOptions: ParsableArguments {
  @Option(
    .delay, "delay",
    "Latency of effects, as log-normal:20ms:0.5, or measured:FILE with a number of ns per line",
    default: "none")
  package var latency: Delay?

  @Option(
    .number(in: ServiceLaw.failureShares, rule: "must be a number"), "share",
    "Share of requests that fail", default: "0")
  package var failures: Double?

  @Option(.time, "time", "Time after which a request times out", default: "never")
  package var timeout: UInt64?

  @Option(
    .number(in: ServiceLaw.capacities), "n",
    "Maximum number of requests in service at the same time",
    default: "unlimited")
  package var capacity: Int?

  package init() {}
}

/// The options for conditions that the results of a load must meet.
package struct ThresholdOptions: ParsableArguments {
  @Option(
    repeated: ValueFormat { try LoadThreshold(parsing: $0) }, "threshold",
    "Condition on a metric, as 'response_p99<5ms'; repeatable")
  var threshold: [LoadThreshold] = []

  @Option(
    .number(in: OptionBounds.rounds), "n",
    "Maximum number of processes for each undecided scenario", default: "as --rounds",
    visibility: .hidden)
  package var roundsMax: Int?

  package init() {}
}

extension ValueFormat where Value == Delay {
  /// A delay. A file of measured delays is read now, so that a broken one is refused before a child
  /// process starts.
  static var delay: Self {
    .parsed {
      let delay = try Delay(parsing: $0)
      if let path = delay.file { try NeededFiles.checkInput(path) }
      _ = try DelaySampler(delay)
      return delay
    }
  }
}
