import FlowFloor
import FlowResults
import Measurement
import Platform

/// Reports what this machine can measure, what is missing, what disturbs results, and whether the
/// build is right.
package enum Doctor {
  static let checks: [(subject: String, check: @Sendable (Examination) -> Finding)] = [
    ("build", mode), ("assertions", assertions), ("exclusivity", exclusivity),
    ("allocator", allocator),
    ("timing", clock), ("counting", counting), ("instructions", instructions),
    ("affinity", affinity),
    ("others", others), ("CPU quota", quota), ("stolen time", stolen), ("hypervisor", hypervisor),
    ("frequency", frequency),
  ]

  /// Examines this machine and this build, in about a second and a half.
  ///
  /// - Parameter executable: The path of the running program.
  package static func report(executable: String) async -> DoctorReport {
    report(await Examination.perform(executable: executable))
  }

  static func report(_ examination: Examination) -> DoctorReport {
    DoctorReport(
      findings: checks.map { subject, check in
        var finding = check(examination)
        finding.subject = subject
        return finding
      })
  }

  private static func percent(_ share: Double) -> String { "\(TextTable.number(share * 100)) %" }
}

// MARK: - Build

extension Doctor {
  private static let rebuild = "swift build -c release --product \(Executable.name)"

  private static func mode(_ found: Examination) -> Finding {
    found.build.isDebug
      ? Finding(
        .wrong, "debug, Swift \(found.build.swift): it measures the compiler", remedy: rebuild)
      : Finding(.fine, "release, Swift \(found.build.swift)")
  }

  private static func assertions(_ found: Examination) -> Finding {
    found.build.assertsAreOn
      ? Finding(.wrong, "on: measured times include their cost", remedy: rebuild)
      : Finding(.fine, "off, as in a released app")
  }

  private static func exclusivity(_ found: Examination) -> Finding {
    switch found.build.trapsOverlaps {
    case true?: Finding(.fine, "overlapping accesses trap, as in an app")
    case false?:
      Finding(
        .wrong, "overlapping accesses do not trap: stores cost less than in an app",
        remedy: "build without -enforce-exclusivity=unchecked")
    case nil: Finding(.missing, "unknown whether overlapping accesses trap")
    }
  }

  private static func allocator(_ found: Examination) -> Finding {
    if let version = found.build.servingJemalloc {
      return Finding(.fine, "jemalloc \(version), by a test allocation")
    }
    return found.build.linksJemalloc
      ? Finding(
        .wrong, "jemalloc is linked, but another allocator serves malloc",
        remedy: PreloadedLibraries.variable.map { "check \($0) for another allocator" })
      : Finding(
        .missing,
        "built without jemalloc: fragmentation and the memory of effects in flight are not measured",
        remedy: "build with FLOWBENCH_ALLOCATOR=jemalloc")
  }
}

// MARK: - Abilities

extension Doctor {
  /// The maximum cost of a clock reading, in nanoseconds; entering the kernel costs more.
  private static let maxClockNs = 200.0

  /// The sources that Linux reads without entering the kernel, on x86 and on ARM.
  private static let fastSources: Set = ["tsc", "arch_sys_counter"]

  private static func clock(_ found: Examination) -> Finding {
    let (clock, source) = (found.machine.clock, found.machine.clockSource)
    let shortest = clock.shortestIntervalNs(relativeError: 0.001)
    let facts =
      (source.isEmpty ? "" : "\(source): ")
      + "step \(clock.stepNs) ns, a reading costs \(TextTable.number(clock.costNs)) ns; "
      + "intervals from \(TextTable.number(Double(shortest) / 1000)) µs are timed to 0.1 %"
    guard clock.costNs > maxClockNs else { return Finding(.fine, facts) }
    return Finding(
      .spoils, "\(facts): readings are expensive",
      remedy: fastSources.contains(source)
        ? nil : "choose tsc in /sys/devices/system/clocksource/clocksource0/current_clocksource")
  }

  private static func counting(_ found: Examination) -> Finding {
    let report = found.counting
    if let reason = report.invalidReason {
      return Finding(.missing, reason, remedy: CounterLibrary.build)
    }
    if let wrong = report.known.first(where: { !$0.isExact }) {
      let counted = wrong.counted.map { "\($0)" } ?? "nothing"
      return Finding(
        .wrong,
        "\(wrong.name): counted \(counted) for \(wrong.counter), must be \(wrong.asked)")
    }
    let known = "\(report.known.count) known counts, all exact"
    return report.runtimeInvalidReason.map {
      Finding(.missing, "allocations only (\(known)): \($0)")
    } ?? Finding(.fine, "allocations, objects, retains and releases: \(known)")
  }

  private static func instructions(_ found: Examination) -> Finding {
    switch found.instructions {
    case .success(let tool): Finding(.fine, text(tool.source))
    case .failure(let missing): Finding(.missing, missing.reason, remedy: missing.remedy)
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
    guard let cores = found.machine.cores else {
      return Finding(.missing, "this system does not let a process choose its cores")
    }
    let text = CoreList.text(cores)
    guard cores.count == 1 else {
      return Finding(.fine, "trials can be pinned; allowed cores: \(text)")
    }
    let count = found.machine.machineCoreCount
    return Finding(
      .spoils, "only core \(text) is allowed: free and pinned trials are the same",
      remedy: count > 1 ? "taskset --cpu-list 0-\(count - 1) \(Executable.name) …" : nil)
  }
}

// MARK: - Disturbances

extension Doctor {
  private static func others(_ found: Examination) -> Finding {
    guard let share = found.machine.use.disturbance.otherShare else {
      return Finding(.missing, "unknown on this system")
    }
    let use = "used \(percent(share)) of the cores during one second"
    return found.machine.use.isDisturbed
      ? Finding(
        .spoils, use + MachineUse.naming(found.machine.use.busiest),
        remedy: "wait, or quit these processes")
      : Finding(.fine, use)
  }

  private static func quota(_ found: Examination) -> Finding {
    guard let quota = found.machine.quota else { return Finding(.fine, "none") }
    let text = quota.text(cores: found.machine.coreCount)
    return quota.cores < Double(found.machine.coreCount)
      ? Finding(
        .spoils, "\(text): processes pause when the quota is used up",
        remedy: "run outside of the container, or without its CPU limit (docker run --cpus)")
      : Finding(.fine, text)
  }

  private static func stolen(_ found: Examination) -> Finding {
    guard let share = found.machine.stolenShare else {
      return Finding(.missing, "unknown on this system")
    }
    let text = "\(percent(share)) of all cores during one second"
    return share > EnvironmentWarning.highestStolenShare
      ? Finding(
        .spoils, "\(text): the hypervisor ran other machines",
        remedy: "wait, or use a machine of your own")
      : Finding(.fine, text)
  }

  private static func hypervisor(_ found: Examination) -> Finding {
    switch found.machine.isVirtual {
    case true?:
      Finding(
        .spoils, "a virtual machine: others share its processor and caches",
        remedy: "compare within a run only; repeat important runs")
    case false?: Finding(.fine, "none")
    case nil: Finding(.missing, "unknown on this processor")
    }
  }

  private static func frequency(_ found: Examination) -> Finding {
    let limits = found.machine.powerLimits
    guard limits.isEmpty else {
      return Finding(
        .spoils, limits.joined(separator: "; "),
        remedy: "let the machine cool, and switch Low Power Mode off")
    }
    let governors = found.machine.governors
    guard !governors.byCore.isEmpty else { return Finding(.fine, "no governor is visible") }
    return governors.followLoad
      ? Finding(
        .spoils, "governor \(governors.text): the frequency follows the load",
        remedy: "cpupower frequency-set --governor performance")
      : Finding(.fine, "governor \(governors.text)")
  }
}
