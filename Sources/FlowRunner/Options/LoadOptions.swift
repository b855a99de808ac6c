package import ArgumentParser
import FlowHarness
import FlowResults
import PlainText
import Workloads

// The options of each subcommand that drives a load.

/// The options of `load`.
package struct LoadOptions: ParsableArguments {
  @OptionGroup(title: "Scenarios") package var scenarios: AppOptions
  @OptionGroup(title: "Traffic") package var rate: RateOptions
  @OptionGroup(title: "Traffic") package var change: RateChangeOptions
  @OptionGroup(title: "Traffic") package var clients: ClientOptions
  @OptionGroup(title: "Traffic") package var users: UserOptions
  @OptionGroup(title: "Traffic") package var queue: QueueOptions
  @OptionGroup(title: "Traffic") package var time: TimeOptions
  @OptionGroup(title: "Service") package var service: ServiceOptions
  @OptionGroup(title: "Measurement") package var suites: LoadSuiteOptions
  @OptionGroup(title: "Measurement") package var repetition: RoundOptions
  @OptionGroup(title: "Measurement") package var thresholds: ThresholdOptions
  @OptionGroup(title: "Measurement") package var process: ProcessOptions
  @OptionGroup(title: "Shards") package var shard: ShardOptions
  @OptionGroup(title: "Results") package var session: SessionOptions

  package init() {}
}

/// The option for a fixed list of loads.
package struct LoadSuiteOptions: ParsableArguments {
  @Option(.choice(kind: "suite of loads"), "suite", "Suite: \(LoadSuite.durations)")
  package var suite: LoadSuite?

  package init() {}
}

/// The option for repetitions in further processes.
package struct RoundOptions: ParsableArguments {
  @Option(
    .number(in: OptionBounds.rounds), "n", "Processes for each scenario",
    default: "1, or that of the suite")
  package var rounds: Int?

  package init() {}
}

/// The options of `saturate`.
package struct SaturateOptions: ParsableArguments {
  @OptionGroup(title: "Scenarios") package var scenarios: AppOptions
  @OptionGroup(title: "Traffic") package var rate: RateOptions
  @OptionGroup(title: "Traffic") package var queue: QueueOptions
  @OptionGroup(title: "Traffic") package var time: TimeOptions
  @OptionGroup(title: "Service") package var service: ServiceOptions
  @OptionGroup(title: "Measurement") package var search: SearchOptions
  @OptionGroup(title: "Measurement") package var process: ProcessOptions
  @OptionGroup(title: "Results") package var session: SessionOptions

  package init() {}
}

/// The options for a search for the highest rate.
package struct SearchOptions: ParsableArguments {
  @Option(
    ValueFormat { try LoadThreshold(bound: $0) }, "bound",
    "Bound to keep, as p99=5ms; required without --resume")
  var bound: LoadThreshold?

  @Option(
    .number(in: OptionBounds.rounds), "n",
    "Maximum number of processes for each undecided rate", default: "3")
  var roundsMax: Int?

  package init() {}
}

/// The options of `contend`.
package struct ContendOptions: ParsableArguments {
  @OptionGroup(title: "Scenarios") package var stores: StoreOptions
  @OptionGroup(title: "Scenarios") package var size: SizeOptions
  @OptionGroup(title: "Traffic") package var traffic: ContendTrafficOptions
  @OptionGroup(title: "Measurement") package var repetition: RoundOptions
  @OptionGroup(title: "Measurement") package var process: ProcessOptions
  @OptionGroup(title: "Results") package var session: SessionOptions

  package init() {}
}

/// The options for workers that send as fast as they can.
package struct ContendTrafficOptions: ParsableArguments {
  @Option(.numbers(in: OptionBounds.workers), "n,…", "Numbers of workers", default: "1,2,4")
  var workers: [Int]?

  @Option(.time, "time", "Time during which workers send", default: "2s")
  var duration: UInt64?

  package init() {}
}

/// The options of `replay`.
package struct ReplayOptions: ParsableArguments {
  @Argument(help: "Trace to replay; required without --resume.")
  var trace: String?

  @OptionGroup(title: "Scenarios") package var stores: StoreOptions
  @OptionGroup(title: "Scenarios") package var cores: AffinityOptions
  @OptionGroup(title: "Traffic") package var pace: PaceOptions
  @OptionGroup(title: "Traffic") package var time: TimeOptions
  @OptionGroup(title: "Measurement") package var repetition: RoundOptions
  @OptionGroup(title: "Measurement") package var thresholds: ThresholdOptions
  @OptionGroup(title: "Measurement") package var watch: LimitOptions
  @OptionGroup(title: "Results") package var session: SessionOptions

  package init() {}
}

/// The options for the part of a trace that is replayed, and for its speed.
package struct PaceOptions: ParsableArguments {
  @Option(
    .speed, "speed", "Speed as a multiple of the recorded one, or \(TraceReplay.asFastAsPossible)",
    default: "1")
  var speed: ReplaySpeed?

  @Flag(help: "Replay the undamaged part of a damaged trace.")
  var partial = false

  @Option(
    .time, "time", "Time for serving the queue after the last arrival",
    default: "until it is empty")
  var drain: UInt64?

  package init() {}
}

/// The speed at which a trace is replayed.
package enum ReplaySpeed: Sendable, Equatable {
  /// A multiple of the recorded speed.
  case times(Double)
  /// The speed at which the store accepts actions, without pauses.
  case asFastAsPossible

  /// The multiple; `nil` without pauses.
  var factor: Double? { if case .times(let factor) = self { factor } else { nil } }
}

extension ValueFormat where Value == ReplaySpeed {
  static var speed: Self {
    let unpaced = TraceReplay.asFastAsPossible
    let bounds = OptionBounds.speeds
    let range = "\(bounds.lowerBound) to \(Int(bounds.upperBound))"
    return ValueFormat(bounds: range) { text in
      if text == unpaced { return .asFastAsPossible }
      guard let factor = Double(decimal: text), bounds.contains(factor) else {
        throw PlanError.invalid(
          option: "", rule: "must be \(range) times, or \(unpaced)", value: "'\(text)'")
      }
      return .times(factor)
    }
  }
}
