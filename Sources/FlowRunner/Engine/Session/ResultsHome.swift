import FlowResults
import Foundation
import SystemPackage

/// The directory of results of runs that have no `--out`.
package struct ResultsHome: Sendable {
  let parent: String
  /// The name of the link, beside it, to the run that has finished last.
  let latest: String

  /// The results of `run`.
  static let runs = ResultsHome(parent: "results/runs", latest: "latest")
  /// The results of all subcommands that drive loads.
  static let loads = ResultsHome(parent: "results/loads", latest: "latest-load")

  /// Returns a Boolean value that indicates whether a directory is in this one.
  func holds(_ path: String) -> Bool {
    func resolved(_ url: URL) -> String { url.resolvingSymlinksInPath().standardizedFileURL.path }
    let own = URL(filePath: resolved(URL(filePath: path))).deletingLastPathComponent()
    return resolved(own) == resolved(URL(filePath: parent))
  }

  /// Makes the link name a directory, in one step.
  ///
  /// - Throws: `SystemError` if there is something that is not a link, which stays, or if the link cannot be
  ///   made.
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
