import FlowHarness
import FlowResults
package import FlowTrace
import PlainText
package import Workloads

// What only one subcommand asks.

/// What is driven by `load`, and what it is held to.
package enum LoadOptions: OptionRows {
  package static let suite = OptionKey<LoadSuite>(
    "suite", "suite",
    "A suite of loads: smoke, default, full or claims; lists and --duration take the place of its own",
    .choice(kind: "suite of loads"))
  package static let rounds = RoundOptions.rounds.open("1, in suites more")

  package static let options = [suite.option, rounds.option]
}

/// What must hold of a load.
package enum ThresholdOptions: OptionRows {
  static let thresholds = OptionKey<[LoadThreshold]>(
    "threshold", "threshold",
    "Must hold, such as 'response_p99<5ms' or 'dropped_total==0'; again for more",
    OptionReader<LoadThreshold>.one(
      text: \.description,
      { (text: String, _: String) throws(PlanError) in try LoadThreshold(parsing: text) }
    ).repeated)

  package static let maxRounds = OptionKey<Int>(
    "rounds-max", "n",
    "The most fresh processes for each scenario, or rate, that is not decided before",
    .number(in: 1...1000), otherwise: "as many as rounds; 3 for each rate of a search")
  package static let strict = OptionKey<Bool>(
    "strict", "", "Exit 3 when a threshold is not decided", .flag, standard: false,
    isOpenOnResume: true)

  package static let options = [thresholds.option, maxRounds.option, strict.option]
}

/// What `saturate` searches for.
package enum SaturateOptions: OptionRows {
  static let bound = OptionKey<LoadThreshold>(
    "bound", "p99=5ms", "What must be kept, a percentile and a time; it must be given",
    .one(
      text: \.description,
      { (text: String, _: String) throws(PlanError) in try LoadThreshold(bound: text) }))

  package static let options = [bound.option, ThresholdOptions.maxRounds.option]
}

/// How many send at once to what `contend` drives, and for how long.
package enum ContendOptions: OptionRows {
  /// How many workers there may be.
  static let workerCounts = 1...64

  package static let workers = OptionKey<[Int]>(
    "workers", "n,…", "Numbers of workers", .numbers(in: workerCounts), standard: [1, 2, 4])
  package static let duration = RateOptions.duration.standing(
    at: 2_000_000_000, meaning: "How long they send")

  package static let options = [workers.option, duration.option]
}

/// How many orders `explore` tries, of which load.
package enum ExploreOptions: OptionRows {
  package static let runs = OptionKey<Int>(
    "runs", "n", "Orders that are tried of each scenario", .number(in: 1...100_000_000),
    standard: 10_000)

  package static let options = [runs.option]
}

/// The load of `explore`: small, and much of it falls together.
package enum ExploreRateOptions: OptionRows {
  static let rate = RateOptions.rate.standing(at: 2_000)
  static let duration = RateOptions.duration.standing(at: 10_000_000)

  package static let options = [rate.option, duration.option, RateOptions.arrivals.option]
}

/// Who waits in `explore`, where all that was sent is waited for.
package enum ExploreQueueOptions: OptionRows {
  package static let options = [QueueOptions.maxQueue.option]
}

/// What `record` makes actions for: one of each, since a trace is of one app.
package enum RecordedOptions: OptionRows {
  package static let workload = OptionKey<[String]>(
    "workload", "workload", "The workload; see \(Executable.name) list",
    OptionReader<String>.text.alone, standard: [WorkloadDescription.app.id])
  package static let features = OptionKey<[Int]>(
    "features", "n", "Copies of each module",
    OptionReader<Int>.number(in: SizeOptions.copies).alone, standard: [10])
  package static let distribution = OptionKey<[Distribution]>(
    "distribution", "distribution",
    "Which feature gets the next action; see \(Executable.name) list",
    OptionReader<Distribution>.parsed { try Distribution(parsing: $0) }.alone)

  package static let options = [workload.option, features.option, distribution.option]
}

/// The service of `explore`, without which there would be nothing to look at.
package enum ExploreServiceOptions: OptionRows {
  static let latency = ServiceOptions.latency.standing(at: .uniform(fromNs: 0, toNs: 4_000_000))

  package static let options = [latency.option] + ServiceOptions.options.dropFirst()
}

/// Where `record` writes, and how.
package enum RecordOptions: OptionRows {
  package static let out = OptionKey<String>(
    "out", "file", "The file, which must be given; it must not be there yet", .text)
  package static let form = OptionKey<TraceForm>(
    "form", "form", "How it is written: lines (of JSON) or binary (several times smaller)",
    .choice(kind: "form"), standard: .lines)

  package static let options = [out.option, form.option]
}

/// How `replay` sends what was recorded.
package enum ReplayOptions: OptionRows {
  /// The trace, an argument of its own.
  package static let path = OptionKey<String>("trace", "file", "The trace", .text)
  package static let speed = OptionKey<ReplaySpeed>(
    "speed", "speed", "How many times as fast as recorded, or \(ReplaySpeed.unpaced)", .speed,
    standard: .times(1))
  package static let partial = OptionKey<Bool>(
    "partial", "", "Replay what is good of a damaged trace", .flag, standard: false)
  /// Of a trace all are waited for, since it is its end that is checked.
  package static let drain = OptionKey<UInt64>(
    "drain", "time", "How long those still waiting are served at the end", .time,
    otherwise: "until all are")

  package static let options = [speed.option, partial.option, drain.option]
}

/// How fast a trace is sent again.
package enum ReplaySpeed: Sendable, Equatable, CustomStringConvertible {
  /// So many times as fast as it was recorded.
  case times(Double)
  /// As fast as the store takes actions, without pauses.
  case asFastAsPossible

  /// How many times as fast; `nil`: without pauses.
  var factor: Double? { if case .times(let factor) = self { factor } else { nil } }

  /// The word for no pauses at all.
  static let unpaced = LoadTrace.asFastAsPossible

  /// As it is written.
  package var description: String {
    switch self {
    case .times(let factor): Int(exactly: factor).map(String.init) ?? "\(factor)"
    case .asFastAsPossible: Self.unpaced
    }
  }
}

/// How thoroughly `verify` tries stores.
package enum VerifyOptions: OptionRows {
  package static let seeds = OptionKey<Int>(
    "seeds", "n", "Seeds that each scenario is tried with", .number(in: 1...1_000), standard: 2)
  package static let limit = LimitOptions.limit.standing(at: 120)

  package static let options = [
    DesignOptions.designs.option, WorkloadOptions.workloads.option,
    DesignOptions.topologies.option, seeds.option, limit.option,
  ]
}

extension OptionReader where Value == ReplaySpeed {
  fileprivate static var speed: Self {
    let factors = 0.001...1_000_000.0
    return .one(
      bounds: "\(factors.lowerBound) to \(Int(factors.upperBound))", text: { "\($0)" },
      { (text: String, option: String) throws(PlanError) -> ReplaySpeed in
        if text == ReplaySpeed.unpaced { return .asFastAsPossible }
        guard let factor = Double(decimal: text), factors.contains(factor) else {
          throw .outOfRange(
            option: option,
            rule: "must be \(factors.lowerBound) to \(Int(factors.upperBound)) times, "
              + "or \(ReplaySpeed.unpaced)", value: "'\(text)'")
        }
        return .times(factor)
      })
  }
}
