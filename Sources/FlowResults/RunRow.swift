/// One run and the machine it ran on.
package struct RunRow: ResultRow, Equatable {
  package var runID = ""
  package var startedUTC = ""
  package var commit = ""
  package var isDirty: Bool?
  package var toolVersion = ""
  package var swiftVersion = ""
  package var buildMode = ""
  package var system = ""
  package var cpuModel = ""
  package var cpuCount: Int?
  package var governor = ""
  package var memoryBytes: Int?
  package var allocator = ""
  package var loadBefore: Double?
  package var loadAfter: Double?
  package var suite = ""
  package var seed = ""
  package var arguments = ""
  package var stolenShare: Double?
  package var clockSource = ""
  package var clockStepNs: Int?
  package var clockCostNs: Double?
  package var isVirtual: Bool?
  package var allowedCores = ""
  package var hugePages = ""
  package var loopNs: Double?
  package var warning = ""
  package var shard = ""
  package var quotaCores: Double?
  package var otherShareBefore: Double?

  package init() {}

  package static let fileName = "runs.csv"

  package static let columns: [ResultColumn<RunRow>] =
    ResultSchema.columns(\.runID, "UTC time of the start and short commit.") + [
      .text("started_utc", \.startedUTC, "Start, as 20261121T064800Z."),
      .text("commit", \.commit, "Commit of the checkout it was started in; empty outside of one."),
      .flag("dirty", \.isDirty, "Whether that checkout had uncommitted changes."),
      .text("tool_version", \.toolVersion, "Version of flowbench."),
      .text("swift_version", \.swiftVersion, "Swift version it was compiled with."),
      .text("build_mode", \.buildMode, "`release` or `debug`."),
      .text("system", \.system, "Operating system, kernel and architecture."),
      .text("cpu_model", \.cpuModel, "Name of the processor."),
      .integer("cpu_count", \.cpuCount, "The number of cores that the process may use."),
      .text(
        "governor", \.governor,
        "Who sets the cores' frequency; where cores differ, with the cores of each; empty: hidden."),
      .integer("memory_bytes", \.memoryBytes, "Memory of the machine."),
      .text("allocator", \.allocator, "Who serves `malloc`, with its version."),
      .number("load_before", \.loadBefore, "Load average over one minute before the run."),
      .number("load_after", \.loadAfter, "The same after it; empty while it runs."),
      .text("suite", \.suite, "The suite the plan was made from."),
      .text("seed", \.seed, "Seed of all randomness."),
      .text("arguments", \.arguments, "The command line."),
      .number(
        "steal_share", \.stolenShare,
        "Share of all cores' time that the hypervisor gave to others while this ran, 0 to 1.",
        in: .share),
      .text("clock_source", \.clockSource, "What the kernel makes its clock from."),
      .integer("clock_step_ns", \.clockStepNs, "Smallest difference between two clock readings."),
      .number("clock_cost_ns", \.clockCostNs, "What one reading of the clock costs."),
      .flag("hypervisor", \.isVirtual, "Whether it ran in a virtual machine."),
      .text("allowed_cores", \.allowedCores, "Cores the process may use, by number."),
      .text(
        "transparent_huge_pages", \.hugePages,
        "When the kernel gives out huge pages unasked: `always`, `madvise` or `never`."),
      .number(
        "loop_ns_per_action", \.loopNs,
        "What the driver's loop takes over a store that does nothing; not subtracted anywhere."),
      .text(
        "warning", \.warning,
        "Why numbers of the run may mislead: the machine, the build, or what disturbed some trials."
      ),
      .text("shard", \.shard, "Which part of the plan, as 2/7; empty: all of it."),
      .number(
        "cpu_quota_cores", \.quotaCores,
        "Cores that a CPU quota of a control group allows, such as 0.5; empty: no quota."),
      .number(
        "other_cpu_share_before", \.otherShareBefore,
        "Share of the allowed cores' time that other processes used in the second before the first trial."
      ),
    ]
}

extension RunRow {
  /// The start of the warning about other processes.
  package static let otherProcesses = "other processes used the CPU"
  /// The start of the warning about a CPU quota.
  package static let quota = "a CPU quota allows "

  /// The warnings that concern all trials: those about other processes and a quota concern single trials, whose
  /// rows have warnings of their own.
  package var generalWarning: String { warning(without: [Self.otherProcesses, Self.quota]) }

  /// Returns the warnings without those that begin with one of some prefixes.
  package func warning(without prefixes: [String]) -> String {
    warning.split(separator: "; ").filter { part in !prefixes.contains { part.hasPrefix($0) } }
      .joined(separator: "; ")
  }

  /// A Boolean value that indicates whether it ran in virtual time, independent of the machine.
  package var isVirtualLoad: Bool { runID.hasPrefix(Self.virtualPrefix) }
  /// The prefix of the name of a run in virtual time.
  package static let virtualPrefix = "virtual-"
  /// The prefix of the name of a run in which nothing is timed.
  package static let countedPrefix = "counted-"
}
