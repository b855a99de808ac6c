private import CProbes
import Foundation

/// A counter of an event in user space, on all threads of this process, by `perf_event_open`.
///
/// An event belongs to one thread and is inherited by threads and processes that it starts
/// afterwards. Each existing thread gets its own event; if a thread appears between listing and
/// opening, everything is closed and tried again.
///
/// It misses a thread that started and ended while events were opened.
public final class PerfEventCounter: Sendable {
  private let events: [Int32]

  /// Starts counting until the counter is deallocated.
  ///
  /// - Throws: The reason why the kernel does not count the event here.
  public init(_ event: PerfEvent) throws(InstructionCounterUnavailable) {
    for _ in 0..<Self.attempts {
      let tasks = try Self.tasks()
      let opened = try Self.open(event, tasks)
      if try Self.tasks().isSubset(of: tasks) {
        events = opened
        return
      }
      opened.forEach { close($0) }
    }
    throw .init("threads start faster than they can be found")
  }

  deinit {
    events.forEach { close($0) }
  }

  /// The count since this counter was made; nil if it cannot be read.
  ///
  /// - Complexity: One system call for each thread at the start.
  public func reading() -> PerfEventReading? {
    var total = PerfEventReading(value: 0, enabledNs: 0, runningNs: 0)
    for event in events {
      var reading = cprobes_perf_reading()
      guard cprobes_perf_read(event, &reading) == 0 else { return nil }
      total.value &+= reading.value
      total.enabledNs &+= reading.enabled_ns
      total.runningNs &+= reading.running_ns
    }
    return total
  }

  /// The number of times that the list of threads may change.
  private static let attempts = 16

  /// An event for each task; tasks that have ended have none.
  private static func open(
    _ event: PerfEvent, _ tasks: Set<Int32>
  ) throws(InstructionCounterUnavailable) -> [Int32] {
    var opened: [Int32] = []
    for task in tasks {
      let result = cprobes_perf_open(event.type, event.config, task)
      if result >= 0 {
        opened.append(result)
      } else if result != -ESRCH {
        opened.forEach { close($0) }
        throw unavailable(-result, paranoid: paranoid)
      }
    }
    return opened
  }

  /// The threads of this process, by the kernel's numbers.
  private static func tasks() throws(InstructionCounterUnavailable) -> Set<Int32> {
    guard let directory = opendir("/proc/self/task") else {
      throw Self.unavailable(ENOSYS, paranoid: nil)
    }
    defer { closedir(directory) }
    var tasks: Set<Int32> = []
    while let entry = readdir(directory) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      // The two that are no numbers lead to the directory itself and to its parent.
      if let task = Int32(name) { tasks.insert(task) }
    }
    return tasks
  }

  /// `kernel.perf_event_paranoid`, if it can be read.
  private static var paranoid: Int? {
    guard let file = fopen("/proc/sys/kernel/perf_event_paranoid", "r") else { return nil }
    defer { fclose(file) }
    var line = [UInt8](repeating: 0, count: 16)
    let count = fread(&line, 1, line.count, file)
    return Int(
      String(decoding: line.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }

  /// The reason that an error of `perf_event_open` stands for; see its manual page.
  ///
  /// - Parameter paranoid: `kernel.perf_event_paranoid` if it can be read.
  static func unavailable(_ error: Int32, paranoid: Int?) -> InstructionCounterUnavailable {
    // The highest setting under which a process may count itself in user space.
    let highestParanoid = 2
    switch error {
    case ENOENT, EOPNOTSUPP, ENODEV:
      return .init("the processor shows no counter (usual in a virtual machine)")
    case ENOSYS: return .init("this system has no performance events")
    case EACCES, EPERM:
      if let paranoid, paranoid > highestParanoid {
        return .init(
          "the kernel forbids it (kernel.perf_event_paranoid is \(paranoid))",
          remedy: "sysctl -w kernel.perf_event_paranoid=\(highestParanoid)")
      }
      return .init(
        "the system forbids it", remedy: "in a container: run it with --cap-add PERFMON")
    default: return .init("perf_event_open failed: \(String(cString: strerror(error)))")
    }
  }
}

/// An event that the kernel can count for a process, in user space only.
///
/// The numbers are `perf_type_id`, `perf_hw_id` and `perf_sw_ids` of `linux/perf_event.h`.
public enum PerfEvent: Sendable, CaseIterable {
  /// Executed instructions, counted by the processor.
  case instructions
  /// First touches of pages of memory, counted by the kernel on every machine: tests use it where
  /// the processor shows no counters.
  case pageFaults

  var type: UInt32 {
    switch self {
    case .instructions: 0  // PERF_TYPE_HARDWARE
    case .pageFaults: 1  // PERF_TYPE_SOFTWARE
    }
  }

  var config: UInt64 {
    switch self {
    case .instructions: 1  // PERF_COUNT_HW_INSTRUCTIONS
    case .pageFaults: 2  // PERF_COUNT_SW_PAGE_FAULTS
    }
  }
}

/// The count of an event at one instant, on all threads.
public struct PerfEventReading: Equatable, Sendable {
  /// The number of events.
  public var value: UInt64
  /// The time for which the event was enabled, in nanoseconds, summed over threads.
  public var enabledNs: UInt64
  /// The time for which it counted; less than `enabledNs` if it took turns with other events.
  public var runningNs: UInt64

  /// Creates a reading.
  public init(value: UInt64, enabledNs: UInt64, runningNs: UInt64) {
    self.value = value
    self.enabledNs = enabledNs
    self.runningNs = runningNs
  }

  /// The count since an earlier reading of the same counter.
  ///
  /// A count that took turns is not scaled by the missed time, because that is a guess.
  ///
  /// - Returns: Nil if the event did not count all of the time, or a count went backwards.
  public func exactCount(since earlier: PerfEventReading) -> UInt64? {
    guard value >= earlier.value, enabledNs >= earlier.enabledNs,
      runningNs >= earlier.runningNs,
      enabledNs - earlier.enabledNs == runningNs - earlier.runningNs
    else { return nil }
    return value - earlier.value
  }
}
