import FlowHarness
import FlowResults
import PlainText

/// A warning about the machine or the build of a run.
enum EnvironmentWarning: Equatable, Sendable {
  /// Other processes used the CPU during so many trials.
  case disturbed(trials: Int, of: Int, by: [String])
  /// A CPU quota is smaller than the cores that the process may use.
  case quota(CPUQuota, cores: Int)
  /// The frequency of cores follows their load.
  case frequencyFollowsLoad(governors: String)
  /// The hypervisor gave this share of the time to others.
  case stolen(share: Double)
  /// The optimiser was off.
  case debugBuild

  /// The share of stolen time above which there is a warning.
  static let highestStolenShare = 0.01

  /// Returns all warnings about a run.
  static func warnings(
    before: MachineReading, after: MachineReading, trials: TrialDisturbances, cores: Int,
    governors: Governors, isDebugBuild: Bool
  ) -> [EnvironmentWarning] {
    var warnings: [EnvironmentWarning] = []
    if isDebugBuild { warnings.append(.debugBuild) }
    if trials.disturbed > 0 {
      warnings.append(
        .disturbed(trials: trials.disturbed, of: trials.trials, by: trials.names))
    }
    if let quota = after.quota(since: before), quota.cores < Double(cores) {
      warnings.append(.quota(quota, cores: cores))
    }
    if governors.followLoad { warnings.append(.frequencyFollowsLoad(governors: governors.text)) }
    if let share = after.stolenShare(since: before), share > highestStolenShare {
      warnings.append(.stolen(share: share))
    }
    return warnings
  }
}

extension EnvironmentWarning: CustomStringConvertible {
  var description: String {
    switch self {
    case .disturbed(let trials, let all, let names):
      "\(RunRow.otherProcesses) during \(trials) of \(all) trials\(MachineUse.naming(names))"
    case .quota(let quota, let cores): RunRow.quota + quota.text(cores: cores)
    case .frequencyFollowsLoad(let governors):
      "the frequency of cores follows their load: governor \(governors)"
    case .stolen(let share):
      "the hypervisor gave \(TextTable.number(share * 100)) % of the time to others"
    case .debugBuild: "built as debug: this measures the compiler, not the stores"
    }
  }
}

/// Warnings about rows that would need more cores than the process may use.
enum CoreShortage {
  /// Returns the warning about workers; `nil` if each has a core.
  static func warning(workers: Int, cores: Int) -> String? {
    guard workers > cores else { return nil }
    return "\(workers) workers have \(CountText.text(cores, "core")): they wait for one another"
  }

  /// Returns the warning about a scenario; `nil` if it is pinned, or there are several cores.
  static func warning(_ affinity: Affinity?, cores: Int) -> String? {
    guard affinity == .free, cores == 1 else { return nil }
    return "not free: the process may use 1 core only"
  }
}
