import Platform

/// The facts about a machine that change during a run, at one instant.
struct MachineReading: Equatable, Sendable {
  /// The load average over one minute; `nil` if it is unknown.
  var load: Double?
  /// The use of all cores; `nil` if it is unknown.
  var time: ProcessorTime?
  /// The use of the cores that this process may use; `nil` if it is unknown.
  var allowedTime: ProcessorTime?
  /// The number of these cores.
  var allowedCores = 1
  /// The processor time of this process and its ended children; `nil` if it is unknown.
  var ownNs: UInt64?
  /// The CPU quota of this process; `nil`: none.
  var quota: CPUQuota?

  static var current: MachineReading { read() }

  /// Reads the machine.
  ///
  /// - Parameters:
  ///   - proc: The path of the `proc` file system.
  ///   - cgroup: The path of the hierarchies of control groups.
  ///   - cores: The numbers of the cores that this process may use; `nil`: all of them.
  ///   - ownNs: The processor time of this process and its ended children.
  static func read(
    proc: String = "/proc", cgroup: String = "/sys/fs/cgroup",
    cores: [Int]? = CoreAffinity.current?.cores, ownNs: UInt64? = ProcessUsage.treeTimeNs()
  ) -> MachineReading {
    let text = Machine.file("\(proc)/stat")
    return MachineReading(
      load: Machine.load, time: ProcessorTime(parsing: text),
      allowedTime: ProcessorTime(parsing: text, cores: cores),
      allowedCores: cores?.count ?? Machine.cpuCount, ownNs: ownNs,
      quota: CPUQuota.read(proc: proc, cgroup: cgroup))
  }

  /// Returns the CPU quota, with the periods since an earlier reading; `nil`: none.
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

  /// Returns the share of the cores' time that was stolen since an earlier reading; `nil` if it is unknown.
  func stolenShare(since earlier: MachineReading) -> Double? {
    guard let time, let start = earlier.time else { return nil }
    return time.stolenShare(since: start)
  }
}

/// The use of several cores since the system started, in ticks of the kernel.
///
/// Lines of `/proc/stat`; the order of their numbers is in proc(5). Time of guests is in `user`
/// already, so it is not added again.
struct ProcessorTime: Equatable, Sendable {
  /// All ticks of the cores.
  let total: UInt64
  /// Ticks without work, waiting for a disk included.
  let idle: UInt64
  /// How long a tick is: `USER_HZ` is 100 in every kernel's interface.
  static let tickNs: UInt64 = 10_000_000
  /// Ticks that the hypervisor gave to others while there was work here.
  let stolen: UInt64
  /// Ticks that processes used, in user space and in the kernel.
  ///
  /// Interrupts are left out: the kernel does not say for which process they work.
  var processes: UInt64 = 0
}

extension ProcessorTime {
  /// Reads the kernel's text.
  ///
  /// - Parameters:
  ///   - text: As `/proc/stat` has it.
  ///   - cores: The numbers of the cores; nil: all of them.
  /// - Returns: `nil` for anything else, for kernels without stolen time, and if a core is missing.
  init?(parsing text: String, cores: [Int]? = nil) {
    let lines = text.split(separator: "\n").prefix { $0.hasPrefix("cpu") }
    guard let first = lines.first, first.hasPrefix("cpu ") else { return nil }
    // Each line is rounded to ticks: the sum that the kernel made itself is the most exact one.
    var chosen = [first]
    if let cores, cores.count != lines.count - 1 {
      chosen = cores.compactMap { core in lines.first { $0.hasPrefix("cpu\(core) ") } }
      guard chosen.count == cores.count, !cores.isEmpty else { return nil }
    }
    var sum = [UInt64](repeating: 0, count: Self.fields)
    for line in chosen {
      let fields = line.split(separator: " ").dropFirst().prefix(Self.fields)
      let ticks = fields.compactMap { UInt64($0) }
      guard ticks.count == Self.fields, fields.count == Self.fields else { return nil }
      for index in sum.indices { sum[index] &+= ticks[index] }
    }
    self.init(
      total: sum.reduce(0, &+), idle: sum[3] &+ sum[4], stolen: sum[7],
      processes: sum[0] &+ sum[1] &+ sum[2])
  }

  /// User, nice, system, idle, waiting for a disk, two kinds of interrupts, stolen.
  private static let fields = 8

  /// The current use of all cores; `nil` if it is unknown.
  static var current: ProcessorTime? { ProcessorTime(parsing: Machine.file("/proc/stat")) }

  /// The share of the cores' time that was stolen since an earlier reading, 0 to 1.
  ///
  /// - Returns: `nil` if no tick has passed, or a count went backwards.
  func stolenShare(since earlier: ProcessorTime) -> Double? {
    guard total > earlier.total, stolen >= earlier.stolen else { return nil }
    let share = Double(stolen - earlier.stolen) / Double(total - earlier.total)
    return share <= 1 ? share : nil
  }
}
