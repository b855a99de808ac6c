private import CProbes
import Foundation

/// The thread that calls.
public enum CurrentThread {
  /// The system's number of the thread; no later thread gets it soon.
  ///
  /// - Complexity: O(1), one system call.
  public static var id: UInt64 { cprobes_thread_id() }

  /// Gives the core away for at least this many nanoseconds.
  package static func sleep(ns: UInt64) {
    var time = timespec(tv_sec: Int(ns / 1_000_000_000), tv_nsec: Int(ns % 1_000_000_000))
    var left = timespec()
    while nanosleep(&time, &left) != 0, errno == EINTR { time = left }
  }

  /// Requests performance cores on Apple's systems; detached tasks do not inherit it.
  ///
  /// It is a request: a thread cannot be pinned there. On other systems it does nothing.
  package static func requestPerformanceCores() { cprobes_request_performance_cores() }

  /// Gives the core to another thread that waits for it.
  package static func yield() { sched_yield() }
}

/// The process that runs this code.
package enum CurrentProcess {
  /// The number of threads; `nil` if they cannot be listed.
  package static var threadCount: Int? {
    let count = threads.count
    return count > 0 ? count : nil
  }

  /// The system's numbers of all threads; empty if they cannot be listed.
  static var threads: Set<Int32> {
    let names = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    return Set((names ?? []).compactMap { Int32($0) })
  }
}
