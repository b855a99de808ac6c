import Foundation
import Measurement
import PlainText
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
      allowedTime: ProcessorTime(parsing: text, cores: cores)
        ?? HostActivity.ticks.map(ProcessorTime.init),
      allowedCores: cores?.count ?? Machine.cpuCount, ownNs: ownNs,
      quota: CPUQuota.read(proc: proc, cgroup: cgroup))
  }

  func quota(since earlier: MachineReading) -> CPUQuota? {
    guard var quota else { return nil }
    if let before = earlier.quota {
      // A new group starts at 0.
      quota.periods -= min(before.periods, quota.periods)
      quota.throttledPeriods -= min(before.throttledPeriods, quota.throttledPeriods)
      if let ns = quota.throttledNs { quota.throttledNs = ns - min(before.throttledNs ?? 0, ns) }
    }
    return quota
  }

  func stolenShare(since earlier: MachineReading) -> Double? {
    guard let time, let start = earlier.time else { return nil }
    return time.stolenShare(since: start)
  }
}

/// The use of several cores since the system started, in ticks of the kernel.
///
/// Source: lines of `/proc/stat`, proc(5). `user` includes the time of guests.
struct ProcessorTime: Equatable, Sendable {
  let total: UInt64
  /// The length of a tick: `USER_HZ` is 100 in every kernel's interface.
  static let tickNs: UInt64 = 10_000_000
  /// Ticks that the hypervisor gave to others while there was work here.
  let stolen: UInt64
  /// Ticks that processes used, in user space and in the kernel.
  ///
  /// Interrupts are excluded, because the kernel does not attribute them to processes.
  var processes: UInt64 = 0
}

extension ProcessorTime {
  /// Reads the kernel's text.
  ///
  /// - Parameters:
  ///   - text: The text of `/proc/stat`.
  ///   - cores: The numbers of the cores; `nil`: all of them.
  /// - Returns: `nil` if the text has another form, a core is missing, or the kernel has no stolen
  ///   time.
  init?(parsing text: String, cores: [Int]? = nil) {
    let lines = text.split(separator: "\n").prefix { $0.hasPrefix("cpu") }
    guard let first = lines.first, first.hasPrefix("cpu ") else { return nil }
    // Each line is rounded to ticks, so the kernel's own sum is the most exact one.
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
      total: sum.reduce(0, &+), stolen: sum[7],
      processes: sum[0] &+ sum[1] &+ sum[2])
  }

  /// Creates a use of all cores from the counts of a kernel without files.
  init(_ ticks: HostActivity.Ticks) {
    self.init(total: ticks.busy &+ ticks.idle, stolen: 0, processes: ticks.busy)
  }

  /// User, nice, system, idle, waiting for a disk, two kinds of interrupts, stolen.
  private static let fields = 8

  /// The current use of all cores; `nil` if it is unknown.
  static var current: ProcessorTime? { ProcessorTime(parsing: Machine.file("/proc/stat")) }

  /// Returns the share of the cores' time that was stolen since an earlier reading, 0 to 1.
  ///
  /// - Returns: `nil` if no tick has passed, or a count went backwards.
  func stolenShare(since earlier: ProcessorTime) -> Double? {
    guard total > earlier.total, stolen >= earlier.stolen else { return nil }
    let share = Double(stolen - earlier.stolen) / Double(total - earlier.total)
    return share <= 1 ? share : nil
  }
}

/// The CPU quota of the control groups that this process is in.
///
/// The kernel stops the processes of a group when they have used the quota of a period, until the
/// next one: a trial then contains pauses of many milliseconds.
struct CPUQuota: Equatable, Sendable {
  /// The processor time per elapsed time that the groups may use: 0.5 is half of a core.
  var cores: Double
  /// The number of periods in which a process of these groups had work.
  var periods: UInt64 = 0
  /// The number of periods in which the kernel stopped them.
  var throttledPeriods: UInt64 = 0
  /// The time that they were stopped, summed over all cores; `nil` if it is unknown.
  var throttledNs: UInt64?
}

extension CPUQuota {
  /// `0.5 of 2 cores, 122 of 127 periods were throttled`.
  func text(cores: Int) -> String {
    "\((self.cores * 100).rounded() / 100) of \(CountText.text(cores, "core"))"
      + (throttledPeriods > 0
        ? ", \(throttledPeriods) of \(periods) periods were throttled" : "")
  }

  /// Reads the quotas of all groups above this process, of version 1 or 2.
  ///
  /// - Parameters:
  ///   - proc: The path of the `proc` file system.
  ///   - cgroup: The path of the hierarchies of control groups.
  /// - Returns: The smallest quota, with the throttled periods of all; `nil` if there is none.
  static func read(proc: String = "/proc", cgroup: String = "/sys/fs/cgroup") -> CPUQuota? {
    let quotas = directories(Machine.file("\(proc)/self/cgroup"), below: cgroup)
      .compactMap { quota(of: $0) }
    guard let cores = quotas.map(\.cores).min() else { return nil }
    return quotas.reduce(into: CPUQuota(cores: cores)) { sum, quota in
      sum.periods &+= quota.periods
      sum.throttledPeriods &+= quota.throttledPeriods
      if let ns = quota.throttledNs { sum.throttledNs = (sum.throttledNs ?? 0) &+ ns }
    }
  }

  /// Returns the directories of the groups of a process, from its own up to the root.
  private static func directories(_ memberships: String, below root: String) -> [String] {
    memberships.split(separator: "\n").flatMap { line -> [String] in
      let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return [] }
      var bases = [root, "\(root)/unified"]
      if !fields[1].isEmpty {
        guard fields[1].split(separator: ",").contains("cpu") else { return [] }
        let combined = "\(root)/\(fields[1])"
        bases = [FileManager.default.fileExists(atPath: combined) ? combined : "\(root)/cpu"]
      }
      let parts = fields[2].split(separator: "/").filter { $0 != ".." }
      return bases.flatMap { base in
        (0...parts.count).reversed().map { parts.prefix($0).reduce(base) { "\($0)/\($1)" } }
      }
    }
  }

  /// Returns the quota of one group; `nil`: none.
  private static func quota(of directory: String) -> CPUQuota? {
    let unified = numbers(Machine.file("\(directory)/cpu.max"))
    let quota = unified.first ?? number("\(directory)/cpu.cfs_quota_us")
    let period = unified.count > 1 ? unified[1] : number("\(directory)/cpu.cfs_period_us")
    // `max`, or -1 in version 1: no quota.
    guard let quota, let period, quota > 0, period > 0 else { return nil }
    var statistics: [Substring: UInt64] = [:]
    for line in Machine.file("\(directory)/cpu.stat").split(separator: "\n") {
      let words = line.split(separator: " ")
      if words.count == 2 { statistics[words[0]] = UInt64(words[1]) }
    }
    return CPUQuota(
      cores: quota / period, periods: statistics["nr_periods"] ?? 0,
      throttledPeriods: statistics["nr_throttled"] ?? 0,
      throttledNs: statistics["throttled_time"] ?? statistics["throttled_usec"].map { $0 &* 1_000 })
  }

  private static func number(_ path: String) -> Double? { numbers(Machine.file(path)).first }

  private static func numbers(_ text: String) -> [Double] {
    text.split(whereSeparator: \.isWhitespace).map { Double($0) }.prefix { $0 != nil }
      .compactMap { $0 }
  }
}
