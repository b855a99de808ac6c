import Measurement

/// What changes on a machine while a run lasts, at one instant.
struct MachineReading: Equatable, Sendable {
  /// Load average over one minute; nil where the system does not say.
  var load: Double?
  /// Where the time of all cores went; nil where the system does not say.
  var time: ProcessorTime?
  /// Where the time of the cores went that this process may use; nil where the system does not say.
  var allowedTime: ProcessorTime?
  /// How many these are.
  var allowedCores = 1
  /// What this process and its ended children have used; nil where the system does not say.
  var ownNs: UInt64?
  /// The CPU quota of this process; nil: it has none.
  var quota: CPUQuota?

  /// Reads it.
  static var current: MachineReading { read() }

  /// Reads it.
  ///
  /// - Parameters:
  ///   - proc: Where the `proc` file system is.
  ///   - cgroup: Where the hierarchies of control groups are.
  ///   - cores: The numbers of the cores that this process may use; nil: all of them.
  ///   - ownNs: What this process and its ended children have used.
  static func read(
    proc: String = "/proc", cgroup: String = "/sys/fs/cgroup",
    cores: [Int]? = CoreAffinity.current?.cores, ownNs: UInt64? = ProcessUsage.treeTimeNs()
  ) -> MachineReading {
    let text = Host.file("\(proc)/stat")
    return MachineReading(
      load: Host.load, time: ProcessorTime(parsing: text),
      allowedTime: ProcessorTime(parsing: text, cores: cores),
      allowedCores: cores?.count ?? Host.cpuCount, ownNs: ownNs,
      quota: CPUQuota.read(proc: proc, cgroup: cgroup))
  }

  /// The CPU quota, with the periods since an earlier reading; nil: there is none.
  func quota(since earlier: MachineReading) -> CPUQuota? {
    guard var quota else { return nil }
    if let before = earlier.quota {
      // A group that was made in between began with 0.
      quota.periods -= min(before.periods, quota.periods)
      quota.throttledPeriods -= min(before.throttledPeriods, quota.throttledPeriods)
      if let ns = quota.throttledNs { quota.throttledNs = ns - min(before.throttledNs ?? 0, ns) }
    }
    return quota
  }

  /// The share of the cores' time that was stolen since an earlier reading; nil when unknown.
  func stolenShare(since earlier: MachineReading) -> Double? {
    guard let time, let start = earlier.time else { return nil }
    return time.stolenShare(since: start)
  }
}
