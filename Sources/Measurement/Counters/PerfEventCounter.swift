private import CProbes

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Counts an event in user space, on all threads of this process, by `perf_event_open`.
///
/// An event belongs to one thread and is inherited by the threads, and the processes, that this one
/// starts afterwards; what they have counted stays when they end. Threads that exist already would
/// be missed, so each gets an event of its own. A thread that appears between listing and opening
/// may or may not have inherited one: then everything is closed and tried again.
///
/// What it cannot see: a thread that started and ended while the events were being opened, and the
/// instruction or two that an interrupt adds on some processors.
public final class PerfEventCounter: Sendable {
  private let events: [Int32]

  /// Starts counting; it never stops until the counter is gone.
  ///
  /// - Throws: Why the kernel does not count that here.
  public init(_ event: PerfEvent) throws(PerfEventRefusal) {
    for _ in 0..<Self.attempts {
      let tasks = try Self.tasks()
      let opened = try Self.open(event, tasks)
      if try Self.tasks().isSubset(of: tasks) {
        events = opened
        return
      }
      opened.forEach { close($0) }
    }
    throw .threadsKeepStarting
  }

  deinit {
    events.forEach { close($0) }
  }

  /// What has been counted since this counter was made.
  ///
  /// - Returns: Nil when the kernel does not say.
  /// - Complexity: One system call for each thread there was at the start.
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

  /// How often the list of threads may change under our hands before we give up.
  private static let attempts = 16

  /// An event for each task; tasks that have ended meanwhile have none.
  private static func open(
    _ event: PerfEvent, _ tasks: Set<Int32>
  ) throws(PerfEventRefusal) -> [Int32] {
    var opened: [Int32] = []
    for task in tasks {
      let result = cprobes_perf_open(event.type, event.config, task)
      if result >= 0 {
        opened.append(result)
      } else if result != -ESRCH {
        opened.forEach { close($0) }
        throw PerfEventRefusal(error: -result, paranoid: paranoid)
      }
    }
    return opened
  }

  /// The threads of this process, by the kernel's numbers.
  private static func tasks() throws(PerfEventRefusal) -> Set<Int32> {
    guard let directory = opendir("/proc/self/task") else { throw .noPerformanceEvents }
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

  /// How cautious the kernel is, where it says.
  private static var paranoid: Int? {
    guard let file = fopen("/proc/sys/kernel/perf_event_paranoid", "r") else { return nil }
    defer { fclose(file) }
    var line = [UInt8](repeating: 0, count: 16)
    let count = fread(&line, 1, line.count, file)
    return Int(
      String(decoding: line.prefix(count).prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self))
  }
}
