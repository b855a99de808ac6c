package import FlowResults
import Foundation
package import Platform

extension OpenFiles {
  /// The number of files for the start of a process: two pipes and one for errors, the request, and a handle.
  private static let perProcess = 8
  /// The number of other files: results, event queues and signals.
  private static let others = 16

  /// Refuses a limit under which so many simultaneous processes cannot be started.
  package static func check(processes: Int) throws(SystemError) {
    let needed = others + perProcess * processes
    var copies: [Int32] = []
    defer { for copy in copies { close(copy) } }
    while copies.count < needed {
      let copy = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0)
      guard copy >= 0 else {
        throw SystemError("opening \(needed) files at once", code: errno)
      }
      copies.append(copy)
    }
  }
}
