import Foundation

/// The exclusive use of a directory, which ends with this value or with the process, however that ends.
///
/// The lock is advisory: it keeps out only those that ask for it.
final class DirectoryLock: Sendable {
  /// The open directory; negative where it could not be opened.
  private let descriptor: Int32

  /// Takes the lock; `nil` if another process has it.
  ///
  /// - Parameter isRequired: Whether the result is also `nil` if there can be no lock, because the
  ///   directory cannot be opened or its file system has no locks.
  init?(_ path: String, isRequired: Bool = false) {
    // Closed in processes that are started meanwhile: they would keep the lock.
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let isLocked = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0
    let isTaken = descriptor >= 0 && !isLocked && errno == EWOULDBLOCK
    if isTaken || (isRequired && !isLocked) { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}
