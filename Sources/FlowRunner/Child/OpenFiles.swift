package import FlowResults
import Foundation

/// The limit on files that this process may have open.
package enum OpenFiles {
  /// The number of files for the start of a process: two pipes and one for errors, the request, and a handle.
  private static let perProcess = 8
  /// The number of other files: results, event queues and signals.
  private static let others = 16

  /// Raises a limit that is lower than usual, as far as it may be raised.
  package static func raiseLowLimit() {
    let enough: rlim_t = 1024
    var limit = rlimit()
    #if os(Linux)
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #else
      let resource = RLIMIT_NOFILE
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < enough else { return }
    limit.rlim_cur = min(enough, limit.rlim_max)
    _ = setrlimit(resource, &limit)
  }

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
