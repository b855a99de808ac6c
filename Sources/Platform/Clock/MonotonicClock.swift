#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A monotonic clock in raw nanoseconds from an arbitrary start.
///
/// On Linux it reads `CLOCK_MONOTONIC_RAW`, because a time daemon may steer `CLOCK_MONOTONIC` by up
/// to 500 parts per million. Linux since 5.3 reads it without entering the kernel. On a Mac that
/// clock continues while the machine sleeps, so `CLOCK_UPTIME_RAW` is read, whose steps are 42 ns on
/// Apple silicon. Readings are raw `UInt64` because an action costs 1-10 ns: two readings with
/// `Duration` arithmetic cost 64 ns, two plain readings 44 ns.
public enum MonotonicClock {
  /// Nanoseconds since an arbitrary start; never less than an earlier reading.
  ///
  /// - Returns: 0 to 2⁶⁴ − 1, which lasts 584 years.
  /// - Complexity: O(1), about 22 ns; ``ClockQuality`` measures it.
  @inlinable @inline(__always)
  public static func nowNs() -> UInt64 {
    #if canImport(Darwin)
      clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
      readNs(CLOCK_MONOTONIC_RAW)
    #endif
  }

  /// The step in which the clock counts, in nanoseconds: 42 on Apple silicon, at most 1 elsewhere.
  package static var tickNs: Double {
    #if canImport(Darwin)
      DarwinProcess.tickNs
    #else
      1
    #endif
  }
}

/// The processor time of this process on all its threads, in nanoseconds.
///
/// A reading costs about 800 ns on Linux: read it around a batch, never around an action.
public enum ProcessCPUClock {
  /// Nanoseconds of processor time, user and system, since the process started.
  ///
  /// - Complexity: O(1), one system call.
  @inlinable @inline(__always)
  public static func nowNs() -> UInt64 {
    #if canImport(Darwin)
      // `CLOCK_PROCESS_CPUTIME_ID` counts microseconds there.
      DarwinProcess.cpuTimeNs() ?? clock_gettime_nsec_np(CLOCK_PROCESS_CPUTIME_ID)
    #else
      readNs(CLOCK_PROCESS_CPUTIME_ID)
    #endif
  }
}

/// The processor time of the calling thread, in nanoseconds.
///
/// It excludes work of other threads for this one. A reading costs about 650 ns on Linux.
public enum ThreadCPUClock {
  /// Nanoseconds of processor time, user and system, since the thread started.
  ///
  /// - Complexity: O(1), one system call.
  @inlinable @inline(__always)
  public static func nowNs() -> UInt64 {
    #if canImport(Darwin)
      clock_gettime_nsec_np(CLOCK_THREAD_CPUTIME_ID)
    #else
      readNs(CLOCK_THREAD_CPUTIME_ID)
    #endif
  }
}

#if !canImport(Darwin)
  /// Reads one clock of the system as nanoseconds.
  @inlinable @inline(__always)
  func readNs(_ clock: clockid_t) -> UInt64 {
    var time = timespec()
    // The three clocks exist wherever this compiles, so the call can fail only for a bad pointer.
    _ = clock_gettime(clock, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000
      &+ UInt64(truncatingIfNeeded: time.tv_nsec)
  }
#endif
