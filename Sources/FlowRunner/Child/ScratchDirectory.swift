import FlowResults
import Foundation

/// A directory for one trial's files, removed after it.
///
/// The next process removes the directories of a process that was killed: no living process has
/// locked them.
struct ScratchDirectory {
  let path: String
  private let lock: DirectoryLock?

  /// The prefix of the names; a UUID follows.
  private static let prefix = "flowbench-scratch-"
  /// Removes the directories of other processes, once in each process.
  private static let cleaned: Void = removeStale(in: TemporaryFolder.path)

  /// Makes a directory in the temporary one.
  init() throws {
    Self.cleaned
    try self.init(in: TemporaryFolder.path)
  }

  /// Makes a directory in another one.
  init(in parent: String) throws {
    let url = URL(filePath: parent).appending(path: Self.prefix + UUID().uuidString)
    // Has another name until it is locked, because another process could remove it.
    let draft = WholeFile.temporaryPath(beside: url.path)
    do {
      try FileManager.default.createDirectory(atPath: draft, withIntermediateDirectories: true)
      lock = DirectoryLock(draft)
      try FileManager.default.moveItem(atPath: draft, toPath: url.path)
    } catch {
      rmdir(draft)
      throw Self.failure(error)
    }
    path = url.path
  }

  /// The error of a temporary file or directory that cannot be made.
  static func failure(_ error: any Error) -> SystemError {
    let path = TemporaryFolder.path
    // Without the error code, because the path is not part of a request.
    return SystemError(
      path, reason: SystemError(path, error).reason,
      remedy: "let TMPDIR name a directory that can be written and has some space")
  }

  /// Removes the scratch directories whose processes have ended.
  static func removeStale(in parent: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = "\(parent)/\(name)"
      guard UUID(uuidString: String(name.dropFirst(prefix.count))) != nil,
        let lock = DirectoryLock(path, isRequired: true)
      else { continue }
      withExtendedLifetime(lock) { _ = try? FileManager.default.removeItem(atPath: path) }
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

final class DirectoryLock: Sendable {
  /// The open directory; negative if it could not be opened.
  private let descriptor: Int32

  /// Takes the lock; `nil` if another process has it.
  ///
  /// - Parameter isRequired: A Boolean value that indicates whether the result is also `nil` if the
  ///   directory cannot be opened or its file system has no locks.
  init?(_ path: String, isRequired: Bool = false) {
    // Closed in child processes, which would keep the lock.
    descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    let isLocked = descriptor >= 0 && flock(descriptor, LOCK_EX | LOCK_NB) == 0
    let isTaken = descriptor >= 0 && !isLocked && errno == EWOULDBLOCK
    if isTaken || (isRequired && !isLocked) { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}

/// The folder for temporary files.
enum TemporaryFolder {
  /// The path that `TMPDIR` has; else that of the system. On a Mac, Foundation ignores `TMPDIR`.
  static var path: String {
    let given = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return given.isEmpty ? FileManager.default.temporaryDirectory.path : given
  }
}
