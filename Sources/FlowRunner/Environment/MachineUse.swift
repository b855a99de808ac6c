import FlowResults

/// What disturbed this process between two readings of the machine: other processes, and a CPU quota.
struct MachineUse: Equatable, Sendable {
  /// The numbers, as rows have them.
  var disturbance = Disturbance()
  /// Whether other processes used so much that times are affected.
  var isDisturbed = false
  /// The names of the processes that used the most, most first; empty where none was seen.
  var busiest: [String] = []

  /// The share of the cores' time, 0 to 1, that other processes may use.
  ///
  /// The daemons of an idle virtual machine with 2 cores used 0.6 % over 75 minutes (procfs, Linux 6.18);
  /// a process that never waits takes at least 47 % there, next to a trial that is as busy.
  static let highestShare = 0.05
  /// The cores that other processes may use, however many there are: half of what a process takes that
  /// never waits.
  static let highestCores = 0.5
  /// The time of other processes, in nanoseconds, that cannot be distinguished from none.
  ///
  /// The kernel counts in ticks, and rounds. In 240 intervals of 50 ms to 1 s on the same machine, the
  /// result differed from the sum of all threads in `/proc/*/task/*/schedstat` by -29 to +11 ms, apart
  /// from threads that began and ended in between.
  static let resolutionNs = 30e6

  /// Whether so much time of other processes affects times.
  ///
  /// - Parameters:
  ///   - otherNs: The processor time of other processes.
  ///   - elapsedNs: How long the interval was.
  ///   - cores: How many cores this process may use.
  static func isDisturbing(otherNs: Double, elapsedNs: Double, cores: Int) -> Bool {
    otherNs > resolutionNs + min(highestShare * Double(cores), highestCores) * elapsedNs
  }
}

extension MachineReading {
  /// What disturbed this process since an earlier reading.
  ///
  /// Time of other processes is what all processes used of the cores that this process may use, less
  /// what it and its children used.
  ///
  /// - Parameter name: The names of the busiest processes; called only when they disturb.
  func use(since earlier: MachineReading, naming name: () -> [String]) -> MachineUse {
    var use = MachineUse()
    use.disturbance.throttledNs = quota(since: earlier)?.throttledNs.flatMap { Int(exactly: $0) }
    guard let time = allowedTime, let start = earlier.allowedTime, let ownNs,
      let ownBefore = earlier.ownNs, time.total > start.total, time.processes >= start.processes
    else { return use }
    let tickNs = Double(ProcessorTime.tickNs)
    let allNs = Double(time.total - start.total) * tickNs
    let busyNs = Double(time.processes - start.processes) * tickNs
    let otherNs = max(0, busyNs - (Double(ownNs) - Double(ownBefore)))
    use.disturbance.otherShare = min(1, otherNs / allNs)
    let cores = max(1, allowedCores)
    use.isDisturbed = MachineUse.isDisturbing(
      otherNs: otherNs, elapsedNs: allNs / Double(cores), cores: cores)
    if use.isDisturbed { use.busiest = name() }
    return use
  }
}

extension MachineUse {
  /// What a row says of its trial.
  var warnings: [String] {
    var warnings: [String] = []
    // Without numbers, which have columns of their own: what many rows say is said once.
    if isDisturbed {
      warnings.append(Disturbance.otherProcesses + Self.naming(Array(busiest.prefix(1))))
    }
    if let ns = disturbance.throttledNs, ns > 0 { warnings.append(Disturbance.throttled) }
    return warnings
  }

  /// `other processes use 48.1 % of the CPU, most of it yes`.
  var text: String {
    let share = disturbance.otherShare.map { "\(TextTable.number($0 * 100)) %" } ?? "a part"
    return "other processes use \(share) of the CPU\(Self.naming(busiest))"
  }

  /// The processes, behind a comma; what has no name is not visible here.
  static func naming(_ names: [String]) -> String {
    names.isEmpty
      ? ", none of them visible here" : ", most of it " + names.joined(separator: ", ")
  }
}
