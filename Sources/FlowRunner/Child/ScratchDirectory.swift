import FlowFiles
import FlowResults
import Foundation

/// A directory for one trial's files, removed after it.
///
/// The next process removes the directories of a process that was killed: no living process has
/// locked them.
struct ScratchDirectory {
  let path: String
  private let lock: FileLock?

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
    do {
      (path, lock) = try Directory.makeHidden(
        in: parent, prefix: Self.prefix, named: parent, needsLock: false)
    } catch { throw Self.failure(error) }
  }

  /// The error of a temporary file or directory that cannot be made.
  static func failure(_ error: any Error) -> SystemError {
    let path = TemporaryFolder.path
    // Without the error code, because the path is not part of a request.
    return SystemError(
      path, reason: SystemError(path, error).reason,
      remedy: "let TMPDIR name a directory that can be written and has some space")
  }

  /// Removes the directories and files of processes that have ended.
  static func removeStale(in parent: String) {
    for prefix in [prefix, HiddenName.prefix] {
      HiddenName.removeStale(in: parent, prefix: prefix)
    }
  }

  func remove() { try? FileManager.default.removeItem(atPath: path) }
}

/// The folder for temporary files.
package enum TemporaryFolder {
  /// Refuses a folder in which nothing can be written, before any work.
  package static func check() throws { try ScratchDirectory().remove() }

  /// The path that `TMPDIR` has; else that of the system. On a Mac, Foundation ignores `TMPDIR`.
  static var path: String {
    let given = ProcessInfo.processInfo.environment["TMPDIR"] ?? ""
    return given.isEmpty ? FileManager.default.temporaryDirectory.path : given
  }
}
