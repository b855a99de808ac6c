import Foundation

/// Changes of directories, which are on disk when a call returns.
package enum Directory {
  /// The directory that holds a file or a directory, whose path has no slash at its end.
  package static func parent(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the names in a directory.
  package static func names(in path: String) throws(FileError) -> [String] {
    let descriptor = try FileError.check(path) { open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    close(descriptor)
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else {
      throw FileError(path, code: EIO)
    }
    return names
  }

  /// Makes a directory.
  ///
  /// - Parameter name: The path in errors; `nil`: the path.
  package static func make(_ path: String, named name: String? = nil) throws(FileError) {
    try FileError.check(name ?? path) { mkdir(path, 0o777) }
    try sync(parent(of: path))
  }

  /// Gives a file or a directory another path, in the place of a file or an empty directory.
  package static func move(
    _ path: String, to target: String, isSynced: Bool = true
  ) throws(FileError) {
    try FileError.check(target) { rename(path, target) }
    if isSynced { try sync(parent(of: target)) }
  }

  /// Makes a directory with an unused name, and locks it; its name is not on disk yet.
  ///
  /// - Parameters:
  ///   - name: The path in errors.
  ///   - needsLock: A Boolean value that indicates whether a file system without locks is an error.
  package static func makeHidden(
    in parent: String, prefix: String = HiddenName.prefix, named name: String, needsLock: Bool
  ) throws(FileError) -> (path: String, lock: FileLock?) {
    while true {
      let path = HiddenName.path(in: parent, prefix: prefix)
      try FileError.check(name) { mkdir(path, 0o777) }
      do {
        let lock = try FileLock(path, named: name)
        if lock.isLock(of: path) { return (path, lock) }
      } catch  where error.isLocked || error.code == ENOENT {
        // A process that removes stale directories was faster.
      } catch {
        guard needsLock else { return (path, nil) }
        rmdir(path)
        throw error
      }
    }
  }

  /// Waits until the names in a directory are on disk, unless it cannot be opened for reading.
  package static func sync(_ path: String) throws(FileError) {
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 || errno != EACCES else { return }
    guard descriptor >= 0 else { throw FileError(path) }
    defer { close(descriptor) }
    try Descriptor.sync(descriptor, path: path)
  }
}
