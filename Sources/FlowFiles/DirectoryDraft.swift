import Foundation

/// A directory that gets its name when it is complete. A failure before that leaves nothing behind, and
/// a killed process leaves what the next one removes.
///
/// The directory is locked for this process before it has its name. If several processes make the same
/// directory, only the first one succeeds.
package struct DirectoryDraft {
  /// The directory to write to.
  package let path: String
  /// The lock of the target.
  package let lock: FileLock?
  private let target: String
  /// A Boolean value that indicates whether the target existed, empty: it keeps its owner and mode.
  private let isInside: Bool
  /// The parents of the target that were made for it, outermost first.
  private let parents: [String]

  /// The name of a draft inside of its target.
  private static let insideName = HiddenName.prefix + "draft"
  /// The file in such a draft that lists what is moved from it to its target.
  private static let listName = HiddenName.prefix + "names"

  /// Makes the directory to write to.
  ///
  /// - Parameters:
  ///   - target: A directory that does not exist, or that is empty.
  ///   - needsLock: A Boolean value that indicates whether a file system without locks is an error.
  /// - Throws: `FileError`; ``FileError/isTaken`` is `true` if another process uses the target.
  package init(of target: String, needsLock: Bool = true) throws(FileError) {
    self.target = target
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: target, isDirectory: &isDirectory)
    isInside = exists && isDirectory.boolValue
    guard !isInside else {
      parents = []
      lock = try FileLock(target)
      path = "\(target)/\(Self.insideName)"
      guard try Self.isFree(target) else { throw FileError(target, code: ENOTEMPTY) }
      Self.clear(target)
      try Directory.make(path, named: target)
      return
    }
    let parent = Directory.parent(of: target)
    parents = try Self.makeParents(of: target)
    HiddenName.removeStale(in: parent)
    do throws(FileError) {
      (path, lock) = try Directory.makeHidden(in: parent, named: target, needsLock: needsLock)
    } catch {
      for path in parents.reversed() { rmdir(path) }
      throw error
    }
  }

  /// Returns a Boolean value that indicates whether a directory is empty, apart from an unfinished draft
  /// of a killed process.
  package static func isFree(_ target: String) throws(FileError) -> Bool {
    let names = Set(try Directory.names(in: target))
    return names.isEmpty
      || names.contains(insideName) && names.subtracting(moved(in: target)).isEmpty
  }

  /// The names of an unfinished draft in its target; all of them if it is finished.
  private static func moved(in target: String) -> [String] {
    let list = "\(target)/\(insideName)/\(listName)"
    let moved = (try? String(contentsOfFile: list, encoding: .utf8))?.split(separator: "\n") ?? []
    // The last one makes it whole.
    return [insideName] + moved.dropLast().map(String.init)
  }

  /// Removes an unfinished draft from its target.
  private static func clear(_ target: String) {
    for name in moved(in: target).reversed() {
      try? FileManager.default.removeItem(atPath: "\(target)/\(name)")
    }
  }

  /// Removes what killed processes have left in a directory, which this one has locked.
  package static func removeRest(in target: String) {
    try? FileManager.default.removeItem(atPath: "\(target)/\(insideName)")
    HiddenName.removeStale(in: target)
  }

  /// Writes a file, and makes the directories for it.
  ///
  /// - Parameter name: Its path in the directory.
  /// - Throws: `FileError` about its path in the target.
  package func write(_ text: String, to name: String) throws(FileError) {
    do throws(FileError) {
      let file = "\(path)/\(name)"
      _ = try Self.makeParents(of: file)
      try WholeFile.write(text, to: file)
    } catch { throw named(error) }
  }

  /// Returns an error about a file in the directory, with its path in the target.
  package func named(_ error: FileError) -> FileError {
    let isInside = error.path.hasPrefix(path)
    return FileError(
      isInside ? target + error.path.dropFirst(path.count) : error.path, code: error.code)
  }

  /// Gives the directory its name.
  ///
  /// - Parameter last: The file that shows that the directory is whole.
  package func publish(last: String? = nil) throws(FileError) {
    guard isInside else { return try Directory.move(path, to: target) }
    let all = try Directory.names(in: path)
    let names = all.filter { $0 != last } + all.filter { $0 == last }
    do throws(FileError) {
      try WholeFile.write(names.joined(separator: "\n"), to: "\(path)/\(Self.listName)")
      for name in names { try Directory.move("\(path)/\(name)", to: "\(target)/\(name)") }
    } catch { throw named(error) }
    Self.removeRest(in: target)
  }

  /// Removes the directory with everything that was written to it.
  package func discard() {
    if isInside, (try? Self.isFree(target)) == true { Self.clear(target) }
    try? FileManager.default.removeItem(atPath: path)
    for path in parents.reversed() { rmdir(path) }
  }

  private static func makeParents(of target: String) throws(FileError) -> [String] {
    var missing: [String] = []
    var parent = Directory.parent(of: target)
    while !FileManager.default.fileExists(atPath: parent) {
      missing.insert(parent, at: 0)
      parent = Directory.parent(of: parent)
    }
    var made: [String] = []
    for path in missing {
      do {
        try Directory.make(path)
        made.append(path)
      } catch  where error.code == EEXIST {
        // Another process has made it.
      } catch {
        for path in made.reversed() { rmdir(path) }
        throw error
      }
    }
    return made
  }
}

extension FileError {
  /// A Boolean value that indicates whether another process uses a directory, or it is not empty.
  package var isTaken: Bool { isLocked || code == EEXIST || code == ENOTEMPTY }
}
