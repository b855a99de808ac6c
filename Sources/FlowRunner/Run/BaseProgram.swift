package import FlowResults
import Foundation
import Platform
import Subprocess

// swift-subprocess has the paths of Apple's module where there is one.
#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The program of another revision, checked before it is measured.
///
/// If the base cannot run, every scenario seems to be new, and a gate finds nothing.
package enum BaseProgram {
  /// Refuses a path that is no executable plain file.
  package static func checkFile(_ path: String) throws(PlanError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, access(path, X_OK) == 0
    else { throw unusable(path) }
  }

  /// Refuses a program whose `--version` is not that of a FlowBench.
  package static func checkAnswer(of path: String) async throws(PlanError) {
    let version = await version(of: path)
    guard isVersion(version) else {
      throw unusable(path, "whose --version begins with '\(ToolVersion.name) '")
    }
  }

  /// Returns a Boolean value that indicates whether a text is the version of a FlowBench.
  static func isVersion(_ text: String) -> Bool {
    text.firstMatch(of: /^(\S+) [0-9]+\.[0-9]+\.[0-9]+ \(/)?.1 == ToolVersion.name[...]
  }

  /// The error of a base that cannot be used.
  package static func unusable(_ path: String, _ detail: String = "") -> PlanError {
    .unusable(
      option: "--base", path: path,
      reason: "must be the program of another revision, "
        + (detail.isEmpty ? "an executable file" : detail))
  }

  /// Returns the output of `--version`; empty if there is none within 20 seconds.
  private static func version(of path: String) async -> String {
    await race {
      let result = try? await Subprocess.run(
        .path(FilePath(path)), arguments: ["--version"], input: .none,
        output: .string(limit: 4096), error: .discarded)
      return result?.standardOutput ?? ""
    } _: {
      await SilenceWatch(limitSeconds: 20).wait()
      return ""
    }
  }
}
