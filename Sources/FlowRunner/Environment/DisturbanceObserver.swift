import FlowHarness
import FlowResults
import Foundation
import Measurement
import PlainText
import Platform

/// Observes the disturbances of a session, in the second before its first trial and during each
/// trial.
@MainActor
final class DisturbanceObserver {
  private let read: () -> MachineReading
  private let readProcesses: () -> ProcessActivity
  private let nowNs: () -> UInt64
  /// The reading and the processes with which the next ones are compared, and when they were taken.
  private var start: MachineReading
  private var processes: ProcessActivity
  private var startNs: UInt64
  private var isSettled = false
  private(set) var found = TrialDisturbances()

  /// The length of an observation before the first trial, in nanoseconds.
  static let watchNs: UInt64 = 1_000_000_000
  /// The maximum number of seconds to wait for a quiet machine.
  static let longestWait = 10

  init(
    read: @escaping () -> MachineReading = { .current },
    readProcesses: @escaping () -> ProcessActivity = { .current },
    nowNs: @escaping () -> UInt64 = { MonotonicClock.nowNs() }
  ) {
    self.read = read
    self.readProcesses = readProcesses
    self.nowNs = nowNs
    start = read()
    processes = readProcesses()
    startNs = nowNs()
  }

  /// Waits once until a second has passed without other processes, for `longestWait` seconds at
  /// most.
  ///
  /// - Parameters:
  ///   - pause: Waits so many nanoseconds.
  ///   - say: Shows a line about the reason to wait and the end.
  func settle(
    isInterrupted: () -> Bool, pause: (UInt64) async -> Void, say: (String) -> Void
  ) async {
    guard !isSettled else { return }
    isSettled = true
    let passedNs = nowNs() - startNs
    if passedNs < Self.watchNs { await pause(Self.watchNs - passedNs) }
    for second in 0... {
      guard !isInterrupted() else { return }
      let use = observe()
      found.shareBefore = use.disturbance.otherShare
      guard use.isDisturbed else {
        if second > 0 { say("the machine is quiet now") }
        return
      }
      guard second < Self.longestWait else {
        say("after \(second) s \(use.text); trials that they disturb get a warning")
        return
      }
      if second == 0 {
        say("waiting for a quiet machine, at most \(Self.longestWait) s: \(use.text)")
      }
      await pause(Self.watchNs)
    }
  }

  /// Returns the disturbances since the last observation, which this one replaces.
  func observe() -> MachineUse {
    let now = read()
    let processes = readProcesses()
    let use = now.use(since: start) { names(processes) }
    (start, self.processes, startNs) = (now, processes, nowNs())
    return use
  }

  /// Begins the observation of a trial.
  ///
  /// Processes are listed once a second at most: with many of them that takes some milliseconds.
  func beginTrial() {
    if nowNs() - startNs >= Self.watchNs {
      processes = readProcesses()
      startNs = nowNs()
    }
    start = read()
  }

  func endTrial() -> MachineUse {
    let use = read().use(since: start) { names(readProcesses()) }
    found.add(use)
    return use
  }

  private func names(_ now: ProcessActivity) -> [String] {
    now.busiest(
      since: processes, except: Int(ProcessInfo.processInfo.processIdentifier), count: 3)
  }
}

struct TrialDisturbances: Equatable, Sendable {
  /// The share of the CPU that other processes used before the first trial; `nil` if it is unknown.
  var shareBefore: Double?
  var trials = 0
  /// The number of trials that other processes disturbed.
  var disturbed = 0
  /// The number of disturbed trials of each process.
  private var counts: [String: Int] = [:]

  /// The processes that disturbed the most trials, most first, three at most.
  var names: [String] {
    counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(3).map(\.key)
  }

  mutating func add(_ use: MachineUse) {
    trials += 1
    guard use.isDisturbed else { return }
    disturbed += 1
    if let name = use.busiest.first { counts[name, default: 0] += 1 }
  }
}

/// Warnings about the machine and the build of a run.
enum EnvironmentWarning {
  /// The share of stolen time above which there is a warning.
  static let highestStolenShare = 0.01

  static func warnings(
    before: MachineReading, after: MachineReading, trials: TrialDisturbances, cores: Int,
    governors: Governors, powerLimits: [String] = PowerState.limits, isDebugBuild: Bool
  ) -> [String] {
    var warnings: [String] = []
    if isDebugBuild {
      warnings.append("built as debug: this measures the compiler, not the stores")
    }
    if trials.disturbed > 0 {
      warnings.append(
        "\(RunRow.otherProcesses) during \(trials.disturbed) of \(trials.trials) trials"
          + MachineUse.naming(trials.names))
    }
    if let quota = after.quota(since: before), quota.cores < Double(cores) {
      warnings.append(RunRow.quota + quota.text(cores: cores))
    }
    if governors.followLoad {
      warnings.append("the frequency of cores follows their load: governor \(governors.text)")
    }
    warnings += powerLimits
    if let share = after.stolenShare(since: before), share > highestStolenShare {
      warnings.append(
        "the hypervisor gave \(TextTable.number(share * 100)) % of the time to others")
    }
    return warnings
  }
}

/// Warnings about rows that need more cores than the process may use.
enum CoreShortage {
  /// Returns the warning about workers; `nil` if each has a core.
  static func warning(workers: Int, cores: Int) -> String? {
    guard workers > cores else { return nil }
    return "\(workers) workers share \(CountText.text(cores, "core")) and wait for each other"
  }

  /// Returns the warning about a scenario; `nil` if it is pinned, or there are several cores.
  static func warning(_ affinity: Affinity?, cores: Int) -> String? {
    guard affinity == .free, cores == 1 else { return nil }
    return "not free: the process may use 1 core only"
  }
}
