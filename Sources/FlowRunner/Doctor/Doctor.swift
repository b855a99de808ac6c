import FlowFloor
import FlowResults
import Platform

/// Reports what this machine can measure, what is missing, what disturbs results, and whether the
/// build is right.
package enum Doctor {
  /// Examines this machine and this build, in about a second and a half.
  ///
  /// - Parameter executable: The path of the running program.
  package static func report(executable: String) async -> DoctorReport {
    report(await Examination.perform(executable: executable))
  }

  static func report(_ examination: Examination) -> DoctorReport {
    DoctorReport(
      findings: [
        build(examination), allocator(examination), clock(examination), counting(examination),
        instructions(examination.instructions), affinity(examination),
      ] + disturbances(examination.disturbances))
  }
}

/// The facts about the machine and the build that `flowbench doctor` judges.
struct Examination: Sendable {
  var isDebug: Bool
  var assertsAreOn: Bool
  /// The version of the jemalloc that served an allocation; `nil`: another allocator did.
  var jemalloc: String?
  var clock: ClockQuality
  var counting: CounterReport
  var instructions: Result<InstructionTool, UnavailableCounter>
  /// The cores that this process may use; `nil` if it cannot choose them.
  var cores: [Int]?
  var machineCoreCount: Int
  /// The warnings that a run would have now, in words.
  var disturbances: [String]

  /// Examines everything, in about a second and a half.
  static func perform(executable: String) async -> Examination {
    let disturbances = await disturbances()
    return Examination(
      isDebug: ToolVersion.isDebugBuild, assertsAreOn: MeasuredBuild.assertsAreOn,
      jemalloc: Jemalloc.version, clock: .measure(), counting: await counting(executable),
      instructions: InstructionTool.find(), cores: CoreAffinity.current?.cores,
      machineCoreCount: Machine.machineCoreCount, disturbances: disturbances)
  }

  /// Observes the machine for a second.
  private static func disturbances() async -> [String] {
    let before = MachineReading.current
    let observer = await DisturbanceObserver()
    try? await Task.sleep(nanoseconds: DisturbanceObserver.watchNs)
    let use = await observer.observe()
    return (use.isDisturbed ? [use.text] : [])
      + EnvironmentWarning.warnings(
        before: before, after: .current, trials: TrialDisturbances(), cores: Machine.cpuCount,
        governors: Machine.governors, isDebugBuild: false)
  }

  private static func counting(_ executable: String) async -> CounterReport {
    do {
      return try await CounterLibrary(besideExecutable: executable)
        .report(of: executable, isThorough: true)
    } catch { return CounterReport(invalidReason: "\(error)") }
  }
}

// MARK: - Checks

extension Doctor {
  private static func build(_ found: Examination) -> Finding {
    let fault =
      found.isDebug
      ? "debug: it measures the compiler"
      : found.assertsAreOn ? "assertions are on: measured times include their cost" : nil
    return fault.map {
      Finding(
        .wrong, "build", $0, remedy: "swift build -c release --product \(Executable.name)")
    } ?? Finding(.fine, "build", "release, Swift \(ToolVersion.swift)")
  }

  private static func allocator(_ found: Examination) -> Finding {
    found.jemalloc.map { Finding(.fine, "allocator", "jemalloc \($0)") }
      ?? Finding(
        .missing, "allocator",
        "another one than jemalloc: fragmentation and the memory of effects in flight are not measured",
        remedy: "build with FLOWBENCH_ALLOCATOR=jemalloc, and preload no other allocator")
  }

  /// The maximum cost of a clock reading, in nanoseconds; entering the kernel costs more.
  private static let maxClockNs = 200.0

  private static func clock(_ found: Examination) -> Finding {
    let facts =
      "step \(found.clock.stepNs) ns, a reading costs \(TextTable.number(found.clock.costNs)) ns"
    guard found.clock.costNs > maxClockNs else { return Finding(.fine, "clock", facts) }
    return Finding(
      .spoils, "clock", "\(facts): times of single actions include it",
      remedy: "choose tsc in /sys/devices/system/clocksource/clocksource0/current_clocksource")
  }

  private static func counting(_ found: Examination) -> Finding {
    let report = found.counting
    if let reason = report.invalidReason {
      return Finding(.missing, "counting", reason, remedy: CounterLibrary.build)
    }
    if let wrong = report.known.first(where: { !$0.isExact }) {
      let counted = wrong.counted.map { "\($0)" } ?? "nothing"
      return Finding(
        .wrong, "counting",
        "\(wrong.name): counted \(counted) for \(wrong.counter), must be \(wrong.asked)")
    }
    let known = "\(report.known.count) known counts, all exact"
    return report.runtimeInvalidReason.map {
      Finding(.missing, "counting", "allocations only (\(known)): \($0)")
    } ?? Finding(.fine, "counting", "allocations, objects, retains and releases: \(known)")
  }

  private static func instructions(
    _ found: Result<InstructionTool, UnavailableCounter>
  ) -> Finding {
    switch found {
    case .success(let tool): Finding(.fine, "instructions", text(tool.source))
    case .failure(let missing):
      Finding(.missing, "instructions", missing.reason, remedy: missing.remedy)
    }
  }

  private static func text(_ source: InstructionCounter.Source) -> String {
    switch source {
    case .perf: "counted by the processor"
    case .rusage: "counted by the processor, including those of the kernel"
    case .callgrind: "counted by callgrind, in seconds per scenario"
    }
  }

  private static func affinity(_ found: Examination) -> Finding {
    guard let cores = found.cores else {
      return Finding(.missing, "affinity", "this system does not let a process choose its cores")
    }
    let text = CoreList.text(cores)
    guard cores.count == 1 else {
      return Finding(.fine, "affinity", "trials can be pinned; allowed cores: \(text)")
    }
    let count = found.machineCoreCount
    return Finding(
      .spoils, "affinity", "only core \(text) is allowed: free and pinned trials are the same",
      remedy: count > 1 ? "taskset --cpu-list 0-\(count - 1) \(Executable.name) …" : nil)
  }

  private static func disturbances(_ found: [String]) -> [Finding] {
    found.isEmpty
      ? [Finding(.fine, "machine", "a run of the last second would have no warning")]
      : found.map { Finding(.spoils, "machine", $0) }
  }
}
