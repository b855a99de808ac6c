private import CProbes
import Foundation

/// A counter of an event in user space, on all threads of this process, by `perf_event_open`.
///
/// An event belongs to one thread and is inherited by threads and processes that it starts
/// afterwards. Each existing thread gets its own event. If a thread appears between listing and
/// opening, all events are opened again. A thread that started and ended in between is missed.
package final class PerfEventCounter: Sendable {
  private let events: [Int32]

  /// Starts counting until the counter is deallocated.
  ///
  /// - Throws: The reason why the kernel does not count the event here.
  package init(_ event: PerfEvent) throws(InstructionCounterUnavailable) {
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

  /// Returns the count since this counter was created; `nil` if it cannot be read.
  ///
  /// - Complexity: One system call for each thread at the start.
  func reading() -> PerfEventReading? {
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

  private static let attempts = 16

  /// Opens an event for each task that has not ended.
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
    let tasks = CurrentProcess.threads
    if tasks.isEmpty { throw unavailable(ENOSYS, paranoid: nil) }
    return tasks
  }

  /// `kernel.perf_event_paranoid`, if it can be read.
  private static var paranoid: Int? {
    (try? String(contentsOfFile: "/proc/sys/kernel/perf_event_paranoid", encoding: .utf8))
      .flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
  }

  /// Returns the reason for an error of `perf_event_open`; see its manual page.
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
package enum PerfEvent {
  /// Executed instructions, counted by the processor.
  case instructions
  /// First touches of pages of memory, which the kernel counts on every machine; for tests.
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
struct PerfEventReading: Sendable {
  /// The number of events.
  var value: UInt64
  /// The time for which the event was enabled, in nanoseconds, summed over threads.
  var enabledNs: UInt64
  /// The time for which it counted; less than `enabledNs` if it took turns with other events.
  var runningNs: UInt64

  /// Returns the count since an earlier reading; `nil` if the event did not count all of the time,
  /// or a count went backwards.
  ///
  /// A count that took turns is not scaled by the missed time, because that is a guess.
  func exactCount(since earlier: PerfEventReading) -> UInt64? {
    guard value >= earlier.value, enabledNs >= earlier.enabledNs,
      runningNs >= earlier.runningNs,
      enabledNs - earlier.enabledNs == runningNs - earlier.runningNs
    else { return nil }
    return value - earlier.value
  }
}
