import FlowResults

/// Why the machine, or the build, makes all numbers of a run doubtful.
enum EnvironmentWarning: Equatable, Sendable {
  /// Others had work for more than half of the cores before the run began.
  case busyBefore(load: Double, cores: Int)
  /// The frequency of cores follows their load.
  case frequencyFollowsLoad(governors: String)
  /// The hypervisor gave this share of the time to others.
  case stolen(share: Double)
  /// The optimiser was off.
  case debugBuild

  /// The load for each core above which others are in the way.
  static let highestLoad = 0.5
  /// The share of stolen time above which a run is doubtful.
  static let highestStolenShare = 0.01

  /// All warnings about a run.
  ///
  /// - Parameters:
  ///   - before: Before the first trial.
  ///   - after: After the last.
  ///   - cores: How many cores the run may use, at least 1.
  ///   - governors: Who decides their frequency.
  ///   - isDebugBuild: Whether the optimiser was off.
  static func warnings(
    before: MachineReading, after: MachineReading, cores: Int, governors: Governors,
    isDebugBuild: Bool
  ) -> [EnvironmentWarning] {
    var warnings: [EnvironmentWarning] = []
    if isDebugBuild { warnings.append(.debugBuild) }
    if let load = before.load, load > Double(cores) * highestLoad {
      warnings.append(.busyBefore(load: load, cores: cores))
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
    case .busyBefore(let load, let cores):
      "others are using this machine: load \(TextTable.number(load)) before the run, "
        + "\(cores) core\(cores == 1 ? "" : "s")"
    case .frequencyFollowsLoad(let governors):
      "the frequency of cores follows their load: governor \(governors)"
    case .stolen(let share):
      "the hypervisor gave \(TextTable.number(share * 100)) % of the time to others"
    case .debugBuild: "built as debug: this measures the compiler, not the stores"
    }
  }
}
