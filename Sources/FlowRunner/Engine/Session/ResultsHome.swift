import FlowResults
import Foundation
import SystemPackage

/// The directory of results of runs that have no `--out`.
package struct ResultsHome: Sendable {
  let parent: String
  /// The name of the link beside it to the latest finished run.
  let latest: String

  static let runs = ResultsHome(parent: "results/runs", latest: "latest")
  static let loads = ResultsHome(parent: "results/loads", latest: "latest-load")

  /// Returns a Boolean value that indicates whether a directory is in this one.
  func holds(_ path: String) -> Bool {
    func resolved(_ url: URL) -> String { url.resolvingSymlinksInPath().standardizedFileURL.path }
    let own = URL(filePath: resolved(URL(filePath: path))).deletingLastPathComponent()
    return resolved(own) == resolved(URL(filePath: parent))
  }

  /// Makes the link name a directory, in one step.
  func link(to path: String) throws {
    let parent = FilePath(parent)
    let link = parent.removingLastComponent().appending(latest).string
    var status = stat()
    guard lstat(link, &status) != 0 || status.st_mode & S_IFMT == S_IFLNK else {
      throw SystemError(
        link, reason: "must be a symbolic link, and is not",
        remedy: "rename it, so that it can name the newest run")
    }
    let temporary = WholeFile.temporaryPath(beside: link)
    let name = URL(filePath: path).resolvingSymlinksInPath().lastPathComponent
    guard symlink("\(parent.lastComponent?.string ?? ".")/\(name)", temporary) == 0,
      rename(temporary, link) == 0
    else {
      let code = errno
      unlink(temporary)
      throw SystemError(link, code: code)
    }
  }
}

/// A directory that gets its name when it is complete; a failure before that leaves nothing behind.
///
/// If several processes make the same directory, only the first one succeeds.
struct DirectoryDraft {
  /// The directory to write to.
  let path: String
  private let target: String
  /// A Boolean value that indicates whether the target existed, empty: it keeps its owner and mode.
  private let isInside: Bool
  /// The parents of the target that were made for it, outermost first.
  private let parents: [String]

  /// The name of a draft inside of its target, the same for all processes so that only one can make
  /// it.
  private static let insideName = ".flowbench-draft"

  /// Makes the directory to write to.
  ///
  /// - Parameter target: A directory that does not exist, or that is empty.
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
        // Another process has made it.
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
