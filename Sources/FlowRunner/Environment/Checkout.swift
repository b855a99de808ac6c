import Foundation
import Subprocess

// swift-subprocess has the paths of Apple's module where there is one.
#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The checkout of a build.
enum Checkout {
  /// Returns the full hash of the commit, and whether files that the build can read differ from it;
  /// empty and `nil` outside of a checkout or without git.
  ///
  /// All changes of tracked files count, and new files with the endings of sources. Other new files,
  /// such as the results of a run, do not.
  ///
  /// - Parameter directory: A directory of the checkout; `nil` for the working directory.
  static func current(in directory: String? = nil) async -> (commit: String, isDirty: Bool?) {
    func git(_ arguments: [String]) async -> String? { await Self.git(arguments, in: directory) }
    let head = await git(["rev-parse", "--verify", "HEAD"])
    guard let commit = head?.trimmingCharacters(in: .whitespacesAndNewlines), !commit.isEmpty
    else { return ("", nil) }
    // Not `status`, whose output has no limit.
    let changed = await git(["diff", "--quiet", "--no-ext-diff", "HEAD", "--"]) == nil
    // Paths are relative to the working directory, which may be below the root.
    let sources = endings.map { ":(top,glob)**/*.\($0)" } + [":(top,exclude,glob)**/.build/**"]
    let new = await git(["ls-files", "--others", "--exclude-standard", "--"] + sources)
    return (commit, changed || new.map { !$0.isEmpty } ?? true)
  }

  /// The endings of the files that SwiftPM compiles or reads.
  private static let endings = [
    "swift", "c", "h", "m", "mm", "cc", "cpp", "cxx", "hpp", "S", "modulemap",
  ]

  /// Returns the output of `git`; `nil` if it fails, or writes more than a mebibyte.
  private static func git(_ arguments: [String], in directory: String?) async -> String? {
    let result = try? await Subprocess.run(
      .name("git"), arguments: Arguments(arguments),
      workingDirectory: directory.map { FilePath($0) }, output: .string(limit: 1 << 20))
    guard let result, case .exited(0) = result.terminationStatus else { return nil }
    return result.standardOutput
  }
}
