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

  private static let loadMeaning =
    "One-minute load average before, or after, the run; empty: unknown."

  package static let columns: [ResultColumn<RunRow>] =
    ResultSchema.columns(
      \.runID,
      "UTC time of the start, six random digits, the first 7 digits of the commit, and the shard; a "
        + "hash of the plan and the build, if nothing is timed.")
    + [
      .text("started_utc", \.startedUTC, "UTC time of the start, as 20261121T064800Z."),
      .text(
        "commit", \.commit,
        "Full hash of the commit of the working directory; empty outside of a checkout."),
      .flag(
        "dirty", \.isDirty,
        "True if tracked files had uncommitted changes, or there were new source files."),
      .text("tool_version", \.toolVersion, "Version of flowbench."),
      .text("swift_version", \.swiftVersion, "Version of the Swift compiler."),
      .text("build_mode", \.buildMode, "`release` or `debug`."),
      .text("system", \.system, "Operating system, kernel and architecture."),
      .text("cpu_model", \.cpuModel, "Name of the processor."),
      .integer("cpu_count", \.cpuCount, "Cores that the process may use."),
      .text(
        "governor", \.governor,
        "Frequency governor, with core numbers if cores differ; empty: unknown."),
      .integer("memory_bytes", \.memoryBytes, "Memory of the machine."),
      .text("allocator", \.allocator, "Allocator and its version."),
      .number("load_before", \.loadBefore, loadMeaning),
      .number("load_after", \.loadAfter, loadMeaning),
      .text("suite", \.suite, "Suite of the plan."),
      .text("seed", \.seed, "Seed of all random numbers."),
      .text("arguments", \.arguments, "Command line."),
      .number(
        "steal_share", \.stolenShare,
        "Share of the cores' time that the hypervisor gave to other machines, 0 to 1.",
        in: .share),
      .text("clock_source", \.clockSource, "Clock source of the kernel."),
      .integer("clock_step_ns", \.clockStepNs, "Smallest difference between two clock readings."),
      .number("clock_cost_ns", \.clockCostNs, "Duration of a clock reading."),
      .flag("hypervisor", \.isVirtual, "True for a virtual machine."),
      .text("allowed_cores", \.allowedCores, "Numbers of the cores that the process may use."),
      .text(
        "transparent_huge_pages", \.hugePages, "Setting: `always`, `madvise` or `never`."),
      .number(
        "loop_ns_per_action", \.loopNs,
        "Time of the driver's loop over an empty store; not subtracted."),
      .text("warning", \.warning, "Reasons why the run is unreliable."),
      .text("shard", \.shard, "Part of the plan, as 2/7; empty: the whole plan."),
      .number(
        "cpu_quota_cores", \.quotaCores, "Cores that a CPU quota allows; empty: no quota."),
      .number(
        "other_cpu_share_before", \.otherShareBefore,
        "`other_cpu_share` in the second before the first trial."),
    ]
}

extension RunRow {
  /// The beginning of the commit, for names and tables.
  package var shortCommit: String { String(commit.prefix(12)) }

  /// The start of the warning about other processes.
  package static let otherProcesses = "other processes used the CPU"
  /// The start of the warning about a CPU quota.
  package static let quota = "a CPU quota allows "

  /// The warnings that concern all trials; warnings about other processes and a quota are repeated
  /// in the rows of the affected trials.
  package var generalWarning: String { warning(without: [Self.otherProcesses, Self.quota]) }

  /// Returns the warnings without those that begin with one of some prefixes.
  package func warning(without prefixes: [String]) -> String {
    warning.split(separator: "; ").filter { part in !prefixes.contains { part.hasPrefix($0) } }
      .joined(separator: "; ")
  }

  /// A Boolean value that indicates whether it ran in virtual time.
  package var isVirtualLoad: Bool { runID.hasPrefix(Self.virtualPrefix) }
  /// The prefix of the name of a run in virtual time.
  package static let virtualPrefix = "virtual-"
  /// The prefix of the name of a run in which nothing is timed.
  package static let countedPrefix = "counted-"
}
