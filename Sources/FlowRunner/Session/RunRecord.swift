import FlowResults
package import Foundation
import Measurement

/// What is known of a run before its first trial.
package struct RunRecord {
  var row: RunRow

  /// The name of the run: its start, some digits and the commit.
  var name: String { row.runID }

  /// Looks at the machine and the checkout.
  ///
  /// - Parameter suite: What the plan was made from.
  static func start(suite: String, seed: UInt64) async -> RunRecord {
    let revision = await GitRevision.current()
    let started = utc(Date())
    var row = RunRow()
    row.runID = runID(started, revision?.commit)
    row.startedUTC = started
    row.commit = revision?.commit ?? ""
    row.isDirty = revision?.isDirty
    row.toolVersion = ToolVersion.number
    row.swiftVersion = ToolVersion.swift
    row.buildMode = ToolVersion.build
    row.system = Host.system
    row.cpuModel = Host.cpuModel
    row.cpuCount = Host.cpuCount
    row.governor = Host.governors.text
    row.memoryBytes = Host.memoryBytes
    row.allocator = ToolVersion.allocator
    row.loadBefore = Host.load
    row.suite = suite
    row.seed = String(seed)
    row.arguments = ShellText.line(Array(CommandLine.arguments.dropFirst()))
    row.clockSource = Host.clockSource
    let clock = ClockQuality.measure()
    row.clockStepNs = Int(exactly: clock.stepNs)
    row.clockCostNs = clock.costNs
    row.isVirtual = Host.isVirtual
    row.allowedCores = Host.allowedCores
    row.hugePages = Host.hugePages
    row.quotaCores = CPUQuota.read()?.cores
    row.loopNs = await LoopCost.ofEmptyStore()
    return RunRecord(row: row)
  }

  /// Returns a name that no other run has: its start, digits by chance, and the commit if there is one.
  ///
  /// Runs may start in the same second, and outside of a checkout nothing else would tell them apart.
  static func runID(_ started: String, _ commit: String?) -> String {
    let digits = AnyPlanFile.hexadecimal(.random(in: .min ... .max)).suffix(6)
    return ([started, String(digits)] + [commit].compactMap(\.self)).joined(separator: "-")
  }

  /// An instant as 20261121T064800Z, whatever the locale and the time zone.
  package static func utc(_ date: Date) -> String {
    var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
    var parts = tm()
    gmtime_r(&seconds, &parts)
    func digits(_ value: Int32, _ count: Int) -> String {
      let text = String(value)
      return String(repeating: "0", count: max(0, count - text.count)) + text
    }
    return digits(parts.tm_year + 1900, 4) + digits(parts.tm_mon + 1, 2) + digits(parts.tm_mday, 2)
      + "T" + digits(parts.tm_hour, 2) + digits(parts.tm_min, 2) + digits(parts.tm_sec, 2) + "Z"
  }
}

extension RunRow {
  /// Completes what is known of a run when it ends.
  ///
  /// - Parameters:
  ///   - before: The machine when the run started, or was resumed.
  ///   - after: The machine now.
  ///   - trials: What disturbed the trials in between.
  /// - Returns: Warnings about what was measured in between. The row keeps the warnings of earlier
  ///   parts.
  mutating func complete(
    _ before: MachineReading, _ after: MachineReading, _ trials: TrialDisturbances
  ) -> [EnvironmentWarning] {
    loadAfter = after.load
    if let share = trials.shareBefore { otherShareBefore = share }
    stolenShare = after.stolenShare(since: before)
    let warnings = EnvironmentWarning.warnings(
      before: before, after: after, trials: trials, cores: Host.cpuCount,
      governors: Host.governors, isDebugBuild: ToolVersion.isDebugBuild)
    let known = warning.split(separator: "; ").map { String($0) }
    let texts = warnings.map(\.description)
    warning = (known.filter { !texts.contains($0) } + texts).joined(separator: "; ")
    return warnings
  }
}
