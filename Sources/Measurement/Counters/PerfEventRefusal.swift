#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Why the kernel does not count an event.
public enum PerfEventRefusal: Error, Equatable, Sendable {
  /// The processor has no counter for it, or the hypervisor hides it.
  case noHardwareCounters
  /// This kernel has no performance events at all.
  case noPerformanceEvents
  /// The process may not; `paranoid` is `kernel.perf_event_paranoid` where that can be read.
  case forbidden(paranoid: Int?)
  /// Threads came so fast that they could not be distinguished from those counted already.
  case threadsKeepStarting
  /// Another error of the system, by its `errno`.
  case system(Int32)

  /// What `perf_event_open` means by an error; see its manual page.
  ///
  /// - Parameters:
  ///   - error: The `errno`.
  ///   - paranoid: `kernel.perf_event_paranoid` where that can be read.
  init(error: Int32, paranoid: Int?) {
    switch error {
    case ENOENT, EOPNOTSUPP, ENODEV: self = .noHardwareCounters
    case ENOSYS: self = .noPerformanceEvents
    case EACCES, EPERM: self = .forbidden(paranoid: paranoid)
    default: self = .system(error)
    }
  }

  /// What a person can do about it; nil when nothing.
  public var remedy: String? {
    switch self {
    case .forbidden(let paranoid?) where paranoid > Self.highestParanoid:
      "sysctl -w kernel.perf_event_paranoid=\(Self.highestParanoid)"
    case .forbidden: "in a container: run it with --cap-add PERFMON"
    case .noHardwareCounters, .noPerformanceEvents, .threadsKeepStarting, .system: nil
    }
  }

  /// The most cautious setting under which a process may count itself in user space.
  private static let highestParanoid = 2
}

extension PerfEventRefusal: CustomStringConvertible {
  /// The reason in words.
  public var description: String {
    switch self {
    case .noHardwareCounters: "the processor shows no counter (usual in a virtual machine)"
    case .noPerformanceEvents: "this system has no performance events"
    case .forbidden(let paranoid?) where paranoid > Self.highestParanoid:
      "the kernel forbids it (kernel.perf_event_paranoid is \(paranoid))"
    case .forbidden: "the system forbids it"
    case .threadsKeepStarting: "threads start faster than they can be found"
    case .system(let error): "perf_event_open failed: \(String(cString: strerror(error)))"
    }
  }
}
