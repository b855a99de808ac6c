import Foundation

/// The limit on files that this process may have open.
package enum OpenFiles {
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
}
