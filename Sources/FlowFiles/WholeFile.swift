package import Foundation

/// Writes files that are replaced atomically.
///
/// A file is written under a hidden name, and renamed when it is whole and on disk. This type and
/// ``OutputFile`` write every file of the project, because Foundation's `Data.write(to:)` repeats the
/// beginning of the data after a short write.
package enum WholeFile {
  /// Replaces a file by a text.
  ///
  /// - Throws: `FileError`; the old file is then unchanged.
  package static func write(_ text: String, to path: String) throws(FileError) {
    try write(Data(text.utf8), to: path)
  }

  /// Replaces a file by bytes.
  ///
  /// - Parameter isSynced: A Boolean value that indicates whether the file outlives a power failure.
  /// - Throws: `FileError`; the old file is then unchanged.
  package static func write(
    _ data: Data, to path: String, isSynced: Bool = true
  ) throws(FileError) {
    let draft = try Draft(of: path, isSynced: isSynced)
    do throws(FileError) {
      try draft.file.write(data)
      try draft.publish()
    } catch {
      unlink(draft.path)
      throw error
    }
  }

  /// Replaces a file by the bytes that a closure writes.
  ///
  /// - Throws: The error of the closure, or `FileError`; the old file is then unchanged.
  package static func write(to path: String, _ body: (OutputFile) throws -> Void) throws {
    let draft = try Draft(of: path, isSynced: true)
    do {
      try body(draft.file)
      try draft.publish()
    } catch {
      unlink(draft.path)
      throw error
    }
  }

  /// A file under its hidden name.
  private struct Draft {
    let file: OutputFile
    let path: String
    private let target: String
    private let isSynced: Bool

    init(of target: String, isSynced: Bool) throws(FileError) {
      (self.target, self.isSynced) = (target, isSynced)
      if isSynced { HiddenName.removeStale(in: Directory.parent(of: target)) }
      while true {
        let path = HiddenName.path(in: Directory.parent(of: target))
        let file = try OutputFile(creating: path, named: target)
        // A process that removes stale files can have locked it first.
        let isTaken = flock(file.descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
        guard isTaken || !HiddenName.names(path, file.descriptor) else {
          (self.file, self.path) = (file, path)
          return
        }
      }
    }

    func publish() throws(FileError) {
      if isSynced { try file.sync() }
      try Directory.move(path, to: target, isSynced: isSynced)
    }
  }
}

/// The names of files and directories that are not whole yet, or belong to one process.
package enum HiddenName {
  package static let prefix = ".flowbench-"

  /// Returns an unused path.
  package static func path(in directory: String, prefix: String = prefix) -> String {
    "\(directory)/\(prefix)\(UUID().uuidString)"
  }

  /// Removes what a killed process has left: no living process has locked it.
  package static func removeStale(in directory: String, prefix: String = prefix) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
    for name in names where name.hasPrefix(prefix) {
      guard UUID(uuidString: String(name.dropFirst(prefix.count))) != nil else { continue }
      let path = "\(directory)/\(name)"
      var status = stat()
      // A link has no lock, and exists between two calls only.
      if lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK {
        unlink(path)
      } else if let lock = try? FileLock(path) {
        withExtendedLifetime(lock) { _ = try? FileManager.default.removeItem(atPath: path) }
      }
    }
  }

  /// Returns a Boolean value that indicates whether a path names an open file.
  static func names(_ path: String, _ descriptor: Int32) -> Bool {
    var (named, opened) = (stat(), stat())
    return lstat(path, &named) == 0 && fstat(descriptor, &opened) == 0
      && named.st_ino == opened.st_ino && named.st_dev == opened.st_dev
  }
}
