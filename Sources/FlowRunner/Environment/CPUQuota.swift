import Foundation
import PlainText

/// The CPU quota of the control groups that this process is in.
///
/// The kernel lets the processes of a group run until they have used the quota of a period, and stops
/// all of them until the next period: a trial in which that happens contains pauses of many
/// milliseconds.
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
  ///
  /// - Parameter memberships: Lines such as `4:cpu,cpuacct:/docker/1f` and, for version 2, `0::/a/b`. In
  ///   a container the path may be that of the host, of which only the root is visible.
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
