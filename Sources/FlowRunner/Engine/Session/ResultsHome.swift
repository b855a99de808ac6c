import FlowFiles
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
  /// Loads of several workers, with which no other load can be compared.
  static let contentions = ResultsHome(parent: "results/loads", latest: "latest-contention")

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
    let name = URL(filePath: path).resolvingSymlinksInPath().lastPathComponent
    let directory = Directory.parent(of: link)
    HiddenName.removeStale(in: directory)
    let temporary = HiddenName.path(in: directory)
    try FileError.check(link) {
      symlink("\(parent.lastComponent?.string ?? ".")/\(name)", temporary)
    }
    do { try Directory.move(temporary, to: link) } catch {
      unlink(temporary)
      throw error
    }
  }
}
