import FlowResults

/// The disturbances of this process between two readings of the machine: other processes and a CPU quota.
struct MachineUse: Equatable, Sendable {
  /// The numbers of a row.
  var disturbance = Disturbance()
  /// A Boolean value that indicates whether other processes affect times.
  var isDisturbed = false
  /// The processes that used the most, most first.
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

  /// Returns a Boolean value that indicates whether the time of other processes affects times.
  ///
  /// - Parameter cores: The number of cores that this process may use.
  static func isDisturbing(otherNs: Double, elapsedNs: Double, cores: Int) -> Bool {
    otherNs > resolutionNs + min(highestShare * Double(cores), highestCores) * elapsedNs
  }
}

extension MachineReading {
  /// Returns the disturbances since an earlier reading.
  ///
  /// The time of other processes is that of all processes on the allowed cores, less that of this one and its
  /// children.
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
  /// The warnings of a row.
  var warnings: [String] {
    var warnings: [String] = []
    // Without numbers, which have columns of their own: equal warnings are shown once.
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

  /// Returns the processes, behind a comma; a process of another container has no visible name.
  static func naming(_ names: [String]) -> String {
    names.isEmpty
      ? ", none of them visible here" : ", most of it " + names.joined(separator: ", ")
  }
}
