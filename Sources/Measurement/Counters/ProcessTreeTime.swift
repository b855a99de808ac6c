#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The processor time of this process and its children.
public enum ProcessTreeTime {
  /// Processor time of all threads of this process and of all its descendants that have ended, in
  /// nanoseconds; nil when the system does not say.
  ///
  /// A child counts from when its parent has received its end.
  ///
  /// - Complexity: O(1), two system calls.
  public static func currentNs() -> UInt64? {
    // `RUSAGE_SELF` and `RUSAGE_CHILDREN`, whose imported types differ from system to system.
    guard let own = ns(of: 0), let children = ns(of: -1) else { return nil }
    return own + children
  }

  private static func ns(of processes: Int32) -> UInt64? {
    var usage = rusage()
    guard getrusage(processes, &usage) == 0 else { return nil }
    let seconds = UInt64(usage.ru_utime.tv_sec) + UInt64(usage.ru_stime.tv_sec)
    let microseconds = UInt64(usage.ru_utime.tv_usec) + UInt64(usage.ru_stime.tv_usec)
    return seconds * 1_000_000_000 + microseconds * 1_000
  }
}
