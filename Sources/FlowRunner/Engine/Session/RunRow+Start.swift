import FlowFloor
import FlowResults
package import Foundation
import Platform

extension RunRow {
  /// Returns the row of a run that starts now, with the state of the machine and the checkout.
  ///
  /// - Parameter suite: The name of the plan's suite.
  static func start(suite: String, seed: UInt64) async -> RunRow {
    var row = await identified()
    row.startedUTC = utc(Date())
    row.runID = makeID(row.startedUTC, row.commit)
    row.governor = Machine.governors.text
    row.memoryBytes = Machine.memoryBytes
    row.loadBefore = Machine.load
    row.suite = suite
    row.seed = String(seed)
    row.arguments = ShellText.line(Array(CommandLine.arguments.dropFirst()))
    row.clockSource = Machine.clockSource
    let clock = ClockQuality.measure()
    row.clockStepNs = Int(exactly: clock.stepNs)
    row.clockCostNs = clock.costNs
    row.isVirtual = Machine.isVirtual
    row.allowedCores = Machine.allowedCores
    row.hugePages = Machine.hugePages
    row.quotaCores = CPUQuota.read()?.cores
    row.loopNs = await EmptyStore.measureLoopNs()
    return row
  }

  /// Returns a row with the facts that identify the build and the machine.
  static func identified() async -> RunRow {
    var row = RunRow()
    let checkout = await Checkout.current()
    (row.commit, row.isDirty) = (checkout.commit, checkout.isDirty)
    if let fault = checkout.fault {
      let columns =
        row.commit.isEmpty ? "the columns commit and dirty stay" : "the column dirty stays"
      StandardError.write(
        "warning: \(columns) empty: \(fault); run it in this directory to see the cause\n")
    }
    row.toolVersion = ToolVersion.number
    row.swiftVersion = ToolVersion.swift
    row.buildMode = ToolVersion.build
    row.system = Machine.system
    row.cpuModel = Machine.cpuModel
    row.cpuCount = Machine.cpuCount
    row.allocator = ToolVersion.allocator
    return row
  }

  /// Returns a name that no other run has: its start, random digits, and the beginning of the commit
  /// if there is one.
  ///
  /// Runs may start in the same second, and outside of a checkout nothing else distinguishes them.
  static func makeID(_ started: String, _ commit: String) -> String {
    let digits = UInt64.random(in: .min ... .max).hexadecimal.suffix(6)
    return "\(started)-\(digits)" + (commit.isEmpty ? "" : "-\(commit.prefix(7))")
  }

  /// Returns an instant as 20261121T064800Z, whatever the locale and the time zone.
  package static func utc(_ date: Date) -> String {
    Date(timeIntervalSince1970: date.timeIntervalSince1970.rounded(.down))
      .formatted(Date.ISO8601FormatStyle(dateSeparator: .omitted, timeSeparator: .omitted))
  }

  /// Completes the row when the run ends, and keeps the warnings of earlier parts.
  ///
  /// - Parameters:
  ///   - before: The machine when the run started, or was resumed.
  ///   - after: The machine now.
  ///   - trials: The disturbances of the trials in between.
  /// - Returns: Warnings about the trials in between.
  mutating func complete(
    _ before: MachineReading, _ after: MachineReading, _ trials: TrialDisturbances
  ) -> [String] {
    loadAfter = after.load
    if let share = trials.shareBefore { otherShareBefore = share }
    stolenShare = after.stolenShare(since: before)
    let warnings = EnvironmentWarning.warnings(
      before: before, after: after, trials: trials, cores: Machine.cpuCount,
      governors: Machine.governors, isDebugBuild: ToolVersion.isDebugBuild)
    let known = warning.split(separator: "; ").map { String($0) }
    warning = (known.filter { !warnings.contains($0) } + warnings).joined(separator: "; ")
    return warnings
  }
}
