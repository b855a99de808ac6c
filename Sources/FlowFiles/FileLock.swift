import Foundation

/// A lock of a file or a directory for this process; it ends with the process.
package final class FileLock: Sendable {
  private let descriptor: Int32

  /// Takes the lock.
  ///
  /// - Parameter name: The path in errors; `nil`: the path.
  /// - Throws: `FileError`; ``FileError/isLocked`` is `true` if another process has the lock.
  package init(_ path: String, named name: String? = nil) throws(FileError) {
    let name = name ?? path
    // Closed in child processes, which would keep the lock.
    let descriptor = try FileError.check(name) {
      open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    }
    self.descriptor = descriptor
    try FileError.check(name) { flock(descriptor, LOCK_EX | LOCK_NB) }
  }

  deinit { close(descriptor) }

  /// Returns a Boolean value that indicates whether a path names what is locked.
  func isLock(of path: String) -> Bool { HiddenName.names(path, descriptor) }
}

extension FileError {
  /// A Boolean value that indicates whether another process has a lock.
  package var isLocked: Bool { code == EWOULDBLOCK }
}
