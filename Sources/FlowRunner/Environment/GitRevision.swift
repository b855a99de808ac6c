import Foundation
import Subprocess

/// The checkout that a run was started in.
struct GitRevision {
  let commit: String
  let isDirty: Bool

  /// Asks `git`; `nil` outside of a checkout and where there is no git.
  static func current() async -> GitRevision? {
    guard let commit = await git(["rev-parse", "--short", "HEAD"]), !commit.isEmpty,
      let changes = await git(["status", "--porcelain"])
    else { return nil }
    return GitRevision(commit: commit, isDirty: !changes.isEmpty)
  }

  private static func git(_ arguments: [String]) async -> String? {
    let result = try? await Subprocess.run(
      .name("git"), arguments: Arguments(arguments), output: .string(limit: 1 << 20))
    guard let result, case .exited(0) = result.terminationStatus else { return nil }
    return result.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
