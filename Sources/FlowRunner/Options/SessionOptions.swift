package import ArgumentParser
import FlowResults

/// The options for the results and the output of all subcommands that measure.
package struct SessionOptions: ParsableArguments {
  @Option(.text, "directory", "Results directory", default: "new, in results/")
  package var out: String?

  @Option(
    .text, "directory",
    "Continue the interrupted run in this directory")
  package var resume: String?

  @Option(
    .number(in: OptionBounds.verifyActions), "n",
    "Actions compared with direct calls of the reducer before each scenario",
    default: "\(Self.standardCheckedActions)", visibility: .hidden)
  package var checkedActions: Int?

  /// As many actions as a sample of a store that takes 100 ns per action.
  static let standardCheckedActions = ToolVersion.isDebugBuild ? 300 : 100_000

  @Flag(help: "Print the plan and stop.")
  package var dryRun = false

  @Option(.choice(kind: "format"), "format", "Output format: text or json")
  package var format = OutputFormat.text

  @Flag(help: ArgumentHelp("Measure although this is a debug build.", visibility: .hidden))
  package var allowDebug = false

  package init() {}

  /// The options that a plan on disk leaves open, so that `--resume` accepts them.
  package static let openOnResume: Set = [
    "--resume", "--dry-run", "--format", "--allow-debug", "--checked-actions", "--table",
  ]
}

/// The options for randomness and for processes that hang.
package struct ProcessOptions: ParsableArguments {
  @Option(.seed, "seed", "Seed of all randomness", default: "\(standardSeed)")
  package var seed: UInt64?

  @OptionGroup package var watch: LimitOptions

  package init() {}

  /// The seed unless one is given.
  package static let standardSeed: UInt64 = 1
}

/// The option for processes that hang.
package struct LimitOptions: ParsableArguments {
  @Option(
    .seconds, "seconds", "Seconds after which a silent process is stopped",
    default: "\(Int(ChildProcess.standardLimitSeconds))", visibility: .hidden)
  package var limit: Double?

  package init() {}
}

/// The options that divide a plan into shards.
package struct ShardOptions: ParsableArguments {
  @Option(
    .shard, "i/m", "Measure the i-th of m parts of the plan, which 'merge' joins",
    default: "\(Shard.whole)", visibility: .hidden)
  package var shard: Shard?

  @Option(
    .choice(kind: "unit of shards"), "unit",
    "Contents of a shard: block (whole scenarios) or round (some processes of each)",
    default: ShardUnit.block.rawValue, visibility: .hidden)
  package var shardBy: ShardUnit?

  package init() {}
}

/// The format of the output.
package enum OutputFormat: String, CaseIterable, Sendable {
  /// For a reader.
  case text
  /// For a program.
  case json
}

extension ValueFormat where Value == Shard {
  fileprivate static var shard: Self { ValueFormat { try Shard($0, option: "") } }
}

extension ValueFormat where Value == Double {
  /// The time after which a process is stopped, in seconds.
  static var seconds: Self {
    .number(in: OptionBounds.limitSeconds, rule: "must be a number of seconds")
  }
}
