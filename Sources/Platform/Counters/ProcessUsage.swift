import Foundation

/// The use of processors by this process, as the system counts it.
package enum ProcessUsage {
  /// The number of involuntary context switches of all threads since the start; `nil` if not known.
  ///
  /// The kernel of Apple's systems also counts waits for messages there.
  ///
  /// - Complexity: O(1), one system call.
  package static func preemptions() -> Int? {
    #if canImport(Darwin)
      nil
    #else
      usage(of: 0).map { Int($0.ru_nivcsw) }
    #endif
  }

  /// The memory that the system charges to this process, in bytes; `nil` on other systems than
  /// Apple's.
  package static func chargedBytes() -> Int? {
    #if canImport(Darwin)
      DarwinProcess.chargedBytes()
    #else
      nil
    #endif
  }

  /// The processor time of this process and of its descendants that have ended, in nanoseconds;
  /// `nil` if not known.
  ///
  /// - Complexity: O(1), two system calls.
  package static func treeTimeNs() -> UInt64? {
    guard let own = usage(of: 0), let children = usage(of: -1) else { return nil }
    return ns(own) + ns(children)
  }

  /// `RUSAGE_SELF` (0) or `RUSAGE_CHILDREN` (-1), whose imported types differ between systems.
  private static func usage(of processes: Int32) -> rusage? {
    var usage = rusage()
    return getrusage(processes, &usage) == 0 ? usage : nil
  }

  private static func ns(_ usage: rusage) -> UInt64 {
    let seconds = UInt64(usage.ru_utime.tv_sec) + UInt64(usage.ru_stime.tv_sec)
    let microseconds = UInt64(usage.ru_utime.tv_usec) + UInt64(usage.ru_stime.tv_usec)
    return seconds * 1_000_000_000 + microseconds * 1_000
  }
}
