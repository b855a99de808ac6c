import FlowResults

/// Why the machine, or the build, makes numbers of a run doubtful.
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

  /// The share of stolen time above which a run is doubtful.
  static let highestStolenShare = 0.01

  /// All warnings about a run.
  ///
  /// - Parameters:
  ///   - before: Before the first trial.
  ///   - after: After the last.
  ///   - trials: What disturbed the trials.
  ///   - cores: How many cores the run may use, at least 1.
  ///   - governors: Who decides their frequency.
  ///   - isDebugBuild: Whether the optimiser was off.
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
  /// The warning in words, with the numbers behind it.
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
