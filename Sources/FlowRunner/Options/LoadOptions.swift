package import ArgumentParser
import FlowHarness
import FlowResults
import FlowTrace
import PlainText
import Workloads

// The options of each subcommand that drives a load.

/// The options of `load`.
package struct LoadOptions: ParsableArguments {
  @Option(
    .choice(kind: "suite of loads"), "suite",
    "Suite: \(LoadSuite.durations)")
  package var suite: LoadSuite?

  @Option(
    .number(in: OptionBounds.rounds), "n", "Processes for each scenario", default: "1")
  package var rounds: Int?

  @OptionGroup(title: "Scenarios") package var stores: StoreOptions
  @OptionGroup(title: "Scenarios") package var cores: AffinityOptions
  @OptionGroup(title: "Scenarios") package var content: WorkloadOptions
  @OptionGroup(title: "Scenarios") package var size: SizeOptions
  @OptionGroup(title: "Traffic") package var rate: RateOptions
  @OptionGroup(title: "Traffic") package var change: RateChangeOptions
  @OptionGroup(title: "Traffic") package var workers: WorkerOptions

  @OptionGroup(title: "Traffic") package var clients: ClientOptions
  @OptionGroup(title: "Traffic") package var users: UserOptions
  @OptionGroup(title: "Traffic") package var worlds: WorldOptions
  @OptionGroup(title: "Traffic") package var queue: QueueOptions
  @OptionGroup(title: "Traffic") package var time: TimeOptions
  @OptionGroup(title: "Service") package var service: ServiceOptions
  @OptionGroup package var thresholds: ThresholdOptions
  @OptionGroup package var process: ProcessOptions
  @OptionGroup package var shard: ShardOptions
  @OptionGroup package var session: SessionOptions

  package init() {}
}

/// The options of `saturate`.
package struct SaturateOptions: ParsableArguments {
  @Option(
    ValueFormat { try LoadThreshold(bound: $0) }, "p99=5ms",
    "Bound to keep, a percentile and a time, which is required")
  var bound: LoadThreshold?

  @Option(
    .number(in: OptionBounds.rounds), "n",
    "Maximum number of fresh processes for each undecided rate", default: "3")
  var roundsMax: Int?

  @OptionGroup(title: "Scenarios") package var stores: StoreOptions
  @OptionGroup(title: "Scenarios") package var cores: AffinityOptions
  @OptionGroup(title: "Scenarios") package var content: WorkloadOptions
  @OptionGroup(title: "Scenarios") package var size: SizeOptions
  @OptionGroup(title: "Traffic") package var rate: RateOptions
  @OptionGroup(title: "Traffic") package var workers: WorkerOptions
  @OptionGroup(title: "Traffic") package var queue: QueueOptions
  @OptionGroup(title: "Traffic") package var time: TimeOptions
  @OptionGroup(title: "Service") package var service: ServiceOptions
  @OptionGroup package var process: ProcessOptions
  @OptionGroup package var session: SessionOptions

  package init() {}
}

/// The options of `contend`.
package struct ContendOptions: ParsableArguments {
  @Option(.numbers(in: OptionBounds.workers), "n,…", "Numbers of workers", default: "1,2,4")
  var workers: [Int]?

  @Option(.time, "time", "Time during which workers send", default: "2s")
  var duration: UInt64?

  @OptionGroup(title: "Scenarios") package var stores: StoreOptions
  @OptionGroup(title: "Scenarios") package var size: SizeOptions

  @Option(
    .number(in: OptionBounds.rounds), "n", "Number of fresh processes for each scenario",
    default: "1")
  var rounds: Int?

  @OptionGroup package var process: ProcessOptions
  @OptionGroup package var session: SessionOptions

  package init() {}
}

/// The options of `explore`.
package struct ExploreOptions: ParsableArguments {
  @Option(
    .number(in: OptionBounds.runs), "n", "Number of interleavings to try for each scenario",
    default: "10000")
  var runs: Int?

  @OptionGroup(title: "Scenarios") package var stores: StoreOptions
  @OptionGroup(title: "Scenarios") package var content: WorkloadOptions
  @OptionGroup(title: "Scenarios") package var size: SizeOptions
  @OptionGroup(title: "Traffic") package var rate: RateOptions
  @OptionGroup(title: "Traffic") package var change: RateChangeOptions

  @Option(
    .number(in: OptionBounds.maxQueue), "n",
    "Maximum length of the queue for a place of --capacity; further actions are dropped")
  var maxQueue: Int?

  @OptionGroup(title: "Service") package var service: ServiceOptions
  @OptionGroup package var process: ProcessOptions
  @OptionGroup package var session: SessionOptions

  package init() {}
}

/// The options of `record`.
package struct RecordOptions: ParsableArguments {
  @Option(.text, "file", "File to write, which is required and must not exist")
  var out: String?

  @Option(
    .choice(kind: "form"), "form", "Form: lines (of JSON) or binary (several times smaller)",
    default: TraceForm.lines.rawValue)
  var form: TraceForm?

  @Option(
    .text, "workload", "Workload; see \(Executable.name) list", default: WorkloadDescription.app.id)
  var workload: String?

  @Option(
    .number(in: OptionBounds.features), "n", "Number of copies of each module", default: "10")
  var features: Int?

  @Option(
    .parsed { try Distribution(parsing: $0) }, "distribution",
    "Distribution of actions over features; see \(Executable.name) list")
  var distribution: Distribution?

  @OptionGroup(title: "Traffic") package var rate: RateOptions
  @OptionGroup(title: "Traffic") package var change: RateChangeOptions
  @OptionGroup(title: "Traffic") package var users: UserOptions

  @Option(.seed, "seed", "Seed of all randomness", default: "\(ProcessOptions.standardSeed)")
  var seed: UInt64?

  package init() {}
}

/// The options of `replay`.
package struct ReplayOptions: ParsableArguments {
  @Argument(help: "The trace.")
  var trace: String

  @Option(
    .speed, "speed", "Speed as a multiple of the recorded one, or \(TraceReplay.asFastAsPossible)",
    default: "1")
  var speed: ReplaySpeed?

  @Flag(help: "Replay the undamaged part of a damaged trace.")
  var partial = false

  @Option(.time, "time", "Time for serving the queue at the end", default: "until it is empty")
  var drain: UInt64?

  @OptionGroup(title: "Scenarios") package var stores: StoreOptions
  @OptionGroup(title: "Scenarios") package var cores: AffinityOptions
  @OptionGroup package var time: TimeOptions
  @OptionGroup package var thresholds: ThresholdOptions

  @Option(
    .number(in: OptionBounds.rounds), "n", "Number of fresh processes for each scenario",
    default: "1")
  var rounds: Int?

  @Option(
    .seconds, "seconds", "Time in seconds after which a silent process is stopped",
    default: "\(Int(ChildProcess.standardLimitSeconds))", visibility: .hidden)
  var limit: Double?

  @OptionGroup package var session: SessionOptions

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
        throw PlanError.outOfRange(
          option: "", rule: "must be \(range) times, or \(unpaced)", value: "'\(text)'")
      }
      return .times(factor)
    }
  }
}
