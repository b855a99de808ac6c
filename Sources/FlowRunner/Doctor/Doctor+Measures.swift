import FlowResults
import Platform

extension Doctor {
  /// The maximum cost of a clock reading, in nanoseconds; entering the kernel costs more.
  private static let maxClockNs = 200.0

  /// The sources that Linux reads without entering the kernel, on x86 and on ARM.
  private static let fastSources: Set = ["tsc", "arch_sys_counter"]

  static func clock(_ found: Examination) -> Finding {
    let clock = found.machine.clock
    let shortest = clock.shortestIntervalNs(relativeError: 0.001)
    let source = found.machine.clockSource.isEmpty ? "" : "\(found.machine.clockSource): "
    let what =
      "\(source)step \(clock.stepNs) ns, a reading costs \(TextTable.number(clock.costNs)) ns; "
      + "\(TextTable.number(Double(shortest) / 1000)) µs are timed to 0.1 %"
    guard clock.costNs > maxClockNs else { return Finding(.fine, "timing", what) }
    return Finding(
      .spoils, "timing", "\(what): that is expensive",
      remedy: fastSources.contains(found.machine.clockSource)
        ? nil : "choose tsc in /sys/devices/system/clocksource/clocksource0/current_clocksource")
  }

  static func counting(_ found: Examination) -> Finding {
    let report = found.counting
    if let invalidReason = report.invalidReason {
      return Finding(.missing, "counting", invalidReason, remedy: CounterLibrary.build)
    }
    if let wrong = report.known.first(where: { !$0.isExact }) {
      let counted = wrong.counted.map { "\($0)" } ?? "nothing"
      return Finding(
        .wrong, "counting",
        "\(wrong.name): \(wrong.counter) should be \(wrong.asked), counted \(counted)")
    }
    let known = "\(report.known.count) known answers, all exact"
    if let invalidReason = report.runtimeInvalidReason {
      return Finding(.missing, "counting", "allocations only (\(known)): \(invalidReason)")
    }
    return Finding(.fine, "counting", "allocations, objects, retains and releases: \(known)")
  }

  static func instructions(_ found: Examination) -> Finding {
    switch found.instructions {
    case .success(let tool):
      switch tool.source {
      case .perf: return Finding(.fine, "instructions", "counted by the processor")
      case .callgrind:
        return Finding(
          .fine, "instructions", "counted by callgrind, some seconds for each scenario")
      }
    case .failure(let missing):
      return Finding(.missing, "instructions", missing.reason, remedy: missing.remedy)
    }
  }

  static func affinity(_ found: Examination) -> Finding {
    guard let cores = found.machine.cores else {
      return Finding(.missing, "affinity", "this system does not let a process choose its cores")
    }
    let text = CoreList.text(cores)
    guard cores.count > 1 else {
      return Finding(
        .spoils, "affinity", "only core \(text) may be used: free and pinned trials are the same",
        remedy: found.machine.machineCoreCount > 1
          ? "taskset --cpu-list 0-\(found.machine.machineCoreCount - 1) \(Executable.name) …" : nil)
    }
    return Finding(.fine, "affinity", "trials can be pinned; cores \(text) may be used")
  }
}
