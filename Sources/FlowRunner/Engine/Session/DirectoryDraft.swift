import FlowResults
import Foundation
import SystemPackage

/// A directory that gets its name when it is whole; a failure before that leaves nothing behind.
///
/// If several processes make the same directory, all but the first one fail.
struct DirectoryDraft {
  /// The directory to write to.
  let path: String
  private let target: String
  /// A Boolean value that indicates whether the target was there, empty: it keeps its owner and mode.
  private let isInside: Bool
  /// The parents of the target that were made for it, outermost first.
  private let parents: [String]

  /// The name of a draft inside of its target, the same for all processes so that only one can make it.
  private static let insideName = ".flowbench-draft"

  /// Makes the directory to write to.
  ///
  /// - Parameter target: A directory that does not exist, or that is empty.
  /// - Throws: `Errno`; `directoryNotEmpty` or `fileExists` if another process was faster.
  init(of target: String) throws {
    self.target = target
    var isDirectory: ObjCBool = false
    let exists = FileManager.default.fileExists(atPath: target, isDirectory: &isDirectory)
    isInside = exists && isDirectory.boolValue
    guard !isInside else {
      parents = []
      path = "\(target)/\(Self.insideName)"
      try Self.makeDirectory(path)
      guard try Self.names(in: target) == [Self.insideName] else {
        rmdir(path)
        throw Errno.directoryNotEmpty
      }
      return
    }
    parents = try Self.makeParents(of: target)
    path = WholeFile.temporaryPath(beside: target)
    do { try Self.makeDirectory(path) } catch {
      Self.remove(parents)
      throw error
    }
  }

  /// Gives the directory its name.
  ///
  /// - Parameter last: The file that shows that the directory is whole.
  /// - Throws: `Errno`; the draft then still has to be discarded.
  func publish(last: String) throws {
    guard isInside else { return try Self.move(path, to: target) }
    let names = try Self.names(in: path)
    for name in names.filter({ $0 != last }) + names.filter({ $0 == last }) {
      try Self.move("\(path)/\(name)", to: "\(target)/\(name)")
    }
    rmdir(path)
  }

  /// Removes the directory with everything that was written to it.
  func discard() {
    try? FileManager.default.removeItem(atPath: path)
    Self.remove(parents)
  }

  private static func makeParents(of target: String) throws -> [String] {
    var missing: [String] = []
    var parent = FilePath(target).removingLastComponent()
    while !parent.isEmpty, !FileManager.default.fileExists(atPath: parent.string) {
      missing.insert(parent.string, at: 0)
      parent.removeLastComponent()
    }
    var made: [String] = []
    for path in missing {
      do { try makeDirectory(path) } catch Errno.fileExists {
        // Another process has made it meanwhile, and it stays.
        continue
      } catch {
        remove(made)
        throw error
      }
      made.append(path)
    }
    return made
  }

  /// Removes directories, innermost first, as far as they are empty.
  private static func remove(_ directories: [String]) {
    for path in directories.reversed() { rmdir(path) }
  }

  private static func makeDirectory(_ path: String) throws {
    guard mkdir(path, 0o777) == 0 else { throw Errno(rawValue: errno) }
  }

  private static func move(_ path: String, to target: String) throws {
    guard rename(path, target) == 0 else { throw Errno(rawValue: errno) }
  }

  private static func names(in path: String) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path)
  }
}
