import FlowResults
import Foundation

/// A directory for one trial's files, removed after it.
///
/// A process that is killed leaves its directories behind. The next process removes them: they are those
/// that no living process has locked.
struct ScratchDirectory {
  /// Where it is.
  let path: String
  private let lock: DirectoryLock?

  /// What the names of all scratch directories begin with; a UUID follows.
  private static let prefix = "flowbench-scratch-"
  /// Removes, once in each process, what others have left behind.
  private static let cleaned: Void = removeStale(in: FileManager.default.temporaryDirectory.path)

  /// Makes a directory that no other process has.
  ///
  /// - Throws: `SystemError`.
  init() throws {
    Self.cleaned
    try self.init(in: FileManager.default.temporaryDirectory.path)
  }

  /// Makes a directory that no other process has, in another one.
  init(in parent: String) throws {
    let url = URL(filePath: parent).appending(path: Self.prefix + UUID().uuidString)
    // Under another name until it is locked: nothing may take it for stale.
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
    let path = FileManager.default.temporaryDirectory.path
    // Without the code: no request names this path, whatever is wrong with it.
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

  /// Removes it with all that is in it.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
