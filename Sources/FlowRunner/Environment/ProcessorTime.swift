/// What the kernel says all cores together have spent their time on since it started, in its ticks.
///
/// The first line of `/proc/stat`; the order of its numbers is in proc(5). Time of guests is in
/// `user` already, so it is not added again.
struct ProcessorTime: Equatable, Sendable {
  /// All ticks of all cores.
  let total: UInt64
  /// Ticks without work, waiting for a disk included.
  let idle: UInt64
  /// How long a tick is: `USER_HZ` is 100 in every kernel's interface.
  static let tickNs: UInt64 = 10_000_000
  /// Ticks that the hypervisor gave to others while there was work here.
  let stolen: UInt64
}

extension ProcessorTime {
  /// Reads the kernel's text.
  ///
  /// - Returns: Nil for anything else, and for kernels that do not say what was stolen.
  init?(parsing text: String) {
    guard let line = text.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
    let fields = line.split(separator: " ").dropFirst().prefix(Self.fields)
    let ticks = fields.compactMap { UInt64($0) }
    guard ticks.count == Self.fields, fields.count == Self.fields else { return nil }
    self.init(total: ticks.reduce(0, &+), idle: ticks[3] &+ ticks[4], stolen: ticks[7])
  }

  /// User, nice, system, idle, waiting for a disk, two kinds of interrupts, stolen.
  private static let fields = 8

  /// What the kernel says now; nil where it does not.
  static var current: ProcessorTime? { ProcessorTime(parsing: Host.file("/proc/stat")) }

  /// The share of all cores' time that was stolen since an earlier reading, 0 to 1.
  ///
  /// - Returns: Nil when no tick has passed, or a count went backwards.
  func stolenShare(since earlier: ProcessorTime) -> Double? {
    share(earlier) { $0.stolen }
  }

  /// The share of all cores' time in which there was work here since an earlier reading, 0 to 1.
  ///
  /// - Returns: Nil when no tick has passed, or a count went backwards.
  func busyShare(since earlier: ProcessorTime) -> Double? {
    share(earlier) { $0.total &- $0.idle &- $0.stolen }
  }

  private func share(_ earlier: ProcessorTime, _ part: (ProcessorTime) -> UInt64) -> Double? {
    guard total > earlier.total, part(self) >= part(earlier) else { return nil }
    let share = Double(part(self) - part(earlier)) / Double(total - earlier.total)
    return share <= 1 ? share : nil
  }
}
