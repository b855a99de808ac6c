#if canImport(Darwin)
  import Darwin

  /// The use of the machine by this process, as the kernel of Apple's systems counts it.
  @usableFromInline
  enum DarwinProcess {
    /// The processor time of all threads, in nanoseconds; `nil` if it is unknown.
    @usableFromInline
    static func cpuTimeNs() -> UInt64? {
      usage().map { nanoseconds($0.ri_user_time &+ $0.ri_system_time) }
    }

    /// The instructions of all threads, in user space and in the kernel; `nil` if the processor
    /// shows no counter.
    static func instructions() -> UInt64? {
      usage().flatMap { $0.ri_instructions > 0 ? $0.ri_instructions : nil }
    }

    /// The memory that the system charges to this process, in bytes; `nil` if it is unknown.
    static func chargedBytes() -> Int? {
      usage().flatMap { Int(exactly: $0.ri_phys_footprint) }
    }

    /// The processor time of a process, in nanoseconds; `nil` if it is unknown, or of another user.
    static func cpuTimeNs(of process: pid_t) -> UInt64? {
      usage(of: process).map { nanoseconds($0.ri_user_time &+ $0.ri_system_time) }
    }

    private static func usage(of process: pid_t = getpid()) -> rusage_info_v4? {
      var usage = rusage_info_v4()
      let result = withUnsafeMutablePointer(to: &usage) { pointer in
        pointer.withMemoryRebound(to: rusage_info_t?.self, capacity: 1) {
          proc_pid_rusage(process, RUSAGE_INFO_V4, $0)
        }
      }
      return result == 0 ? usage : nil
    }

    /// The length of a tick of the processor's clock, in nanoseconds.
    static var tickNs: Double { Double(tick.numer) / Double(tick.denom) }

    /// The kernel counts in ticks of the processor's clock, of 42 ns on Apple silicon.
    private static func nanoseconds(_ ticks: UInt64) -> UInt64 {
      let (high, low) = ticks.multipliedFullWidth(by: UInt64(tick.numer))
      return UInt64(tick.denom).dividingFullWidth((high, low)).quotient
    }

    private static let tick: mach_timebase_info_data_t = {
      var info = mach_timebase_info_data_t()
      mach_timebase_info(&info)
      return info
    }()
  }
#endif
