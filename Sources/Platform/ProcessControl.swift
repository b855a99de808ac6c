private import CProbes

/// Calls of the system about processes and their threads.
package enum ProcessControl {
  /// Returns a Boolean value that indicates whether a process is stopped, as by Ctrl-Z; `false` if it is
  /// unknown.
  package static func isStopped(_ process: Int32) -> Bool { cprobes_is_stopped(process) != 0 }

  /// Ends this process with an exit code as soon as its parent has ended, even if its store never
  /// returns.
  ///
  /// A thread sleeps in the kernel until then, and disturbs nothing.
  ///
  /// - Parameter descriptor: A pipe that only the parent reads.
  package static func endWithParent(reading descriptor: Int32, code: Int32) {
    // Without that thread, the process ends when it writes the next message.
    _ = cprobes_end_with_parent(descriptor, code)
  }

  /// Returns the error of starting so many further threads at the same time; `nil` if they can be
  /// started.
  package static func failure(startingThreads count: Int) -> Int32? {
    let code = cprobes_try_threads(Int32(count))
    return code == 0 ? nil : code
  }
}

/// A version of a file on disk.
package struct FileState: Equatable, Sendable {
  private let values: [UInt64]

  /// Reads the state of an open file; `nil` if that fails.
  package init?(of descriptor: Int32) {
    var values = [UInt64](repeating: 0, count: 5)
    guard cprobes_file_state(descriptor, &values) == 0 else { return nil }
    self.values = values
  }

  /// Returns a number from the contents of an open file; `nil` if it cannot be read.
  ///
  /// - Complexity: O(bytes), 0.5 s per gigabyte in a release build.
  package static func digest(of descriptor: Int32) -> UInt64? {
    var digest: UInt64 = 0
    return cprobes_file_digest(descriptor, &digest) == 0 ? digest : nil
  }
}
