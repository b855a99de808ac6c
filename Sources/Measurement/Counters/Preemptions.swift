#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// How often the system took the processor away from this process.
public enum Preemptions {
  /// Involuntary context switches of all threads since the process started; nil when the system
  /// does not say.
  ///
  /// - Complexity: O(1), one system call.
  public static func count() -> Int? {
    var usage = rusage()
    // `RUSAGE_SELF`, whose imported type differs from system to system and fits none of them.
    return getrusage(0, &usage) == 0 ? Int(usage.ru_nivcsw) : nil
  }
}
