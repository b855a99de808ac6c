import Foundation
import Platform
import Subprocess

// swift-subprocess has the paths of Apple's module where there is one.
#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The checkout of a build.
struct Checkout: Equatable {
  /// The full hash of the commit; empty outside of a checkout or if git fails.
  private(set) var commit = ""
  /// A Boolean value that indicates whether files that the build can read differ from the commit;
  /// `nil` if it is unknown.
  ///
  /// All changes of tracked files count, and new files with the endings of sources. Other new files,
  /// such as the results of a run, do not.
  private(set) var isDirty: Bool?
  /// The failure of git within a checkout, in one line.
  private(set) var fault: String?

  /// Returns the state of a checkout.
  ///
  /// - Parameters:
  ///   - directory: A directory of the checkout; `nil` for the working directory.
  ///   - seconds: The time after which each call of git is stopped.
  static func current(in directory: String? = nil, limitSeconds seconds: Double = 30) async -> Self
  {
    var checkout = Checkout()
    func git(_ arguments: [String], codes: Set<Int32> = [0]) async throws(GitFault) -> GitResult {
      try await GitResult(arguments, in: directory, limitSeconds: seconds, codes: codes)
    }
    do throws(GitFault) {
      checkout.commit = try await git(["rev-parse", "--verify", "HEAD"]).output
        .trimmingCharacters(in: .whitespacesAndNewlines)
      // Not `status`, whose output has no limit.
      let diff = try await git(
        ["diff", "--quiet", "--no-ext-diff", "HEAD", "--"], codes: [0, 1])
      // Paths are relative to the working directory, which may be below the root.
      let sources =
        endings.map { ":(top,glob)**/*.\($0)" } + [":(top,exclude,glob)**/.build/**"]
      let new = try await git(["ls-files", "--others", "--exclude-standard", "--"] + sources)
      checkout.isDirty = diff.code == 1 || !new.output.isEmpty
    } catch {
      if !checkout.commit.isEmpty || exists(above: directory) { checkout.fault = error.text }
    }
    return checkout
  }

  /// The endings of the files that SwiftPM compiles or reads.
  private static let endings = [
    "swift", "c", "h", "m", "mm", "cc", "cpp", "cxx", "hpp", "S", "modulemap",
  ]

  /// Returns whether a directory or one around it is that of a checkout.
  private static func exists(above directory: String?) -> Bool {
    var path = URL(filePath: directory ?? FileManager.default.currentDirectoryPath)
      .standardizedFileURL
    while true {
      // A file in a work tree of another checkout.
      if FileManager.default.fileExists(atPath: path.appending(path: ".git").path) { return true }
      guard path.path != "/" else { return false }
      path.deleteLastPathComponent()
    }
  }
}

/// The failure of a call of git.
private struct GitFault: Error {
  let text: String

  init(_ arguments: [String], _ reason: String) {
    text = "'git \(arguments[0])' \(reason)"
  }
}

/// The end of a call of git.
private struct GitResult {
  let code: Int32
  let output: String

  /// Calls git, and stops it with its children if it does not end.
  init(
    _ arguments: [String], in directory: String?, limitSeconds: Double, codes: Set<Int32>
  ) async throws(GitFault) {
    var options = PlatformOptions()
    options.processGroupID = 0
    options.teardownSequence = [
      .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .zero)
    ]
    let result = await race { [options] () -> Result<GitResult, GitFault>? in
      do {
        let result = try await Subprocess.run(
          .name("git"), arguments: Arguments(arguments),
          workingDirectory: directory.map { FilePath($0) }, platformOptions: options,
          input: .none, output: .string(limit: Self.maxBytes),
          error: .string(limit: Self.maxBytes))
        guard case .exited(let code) = result.terminationStatus, codes.contains(code) else {
          let line = result.standardError.split(whereSeparator: \.isNewline).first
          return .failure(
            GitFault(arguments, "failed: \(line ?? "\(result.terminationStatus)")"))
        }
        return .success(GitResult(code: code, output: result.standardOutput))
      } catch let error as SubprocessError where error.code == .outputLimitExceeded {
        // Long lists of new files differ as much as short ones.
        return .success(GitResult(code: 0, output: "many"))
      } catch let error as SubprocessError where error.code == .executableNotFound {
        return .failure(GitFault(arguments, "cannot be called: git is not installed"))
      } catch {
        return .failure(GitFault(arguments, "cannot be called: \(error)"))
      }
    } _: {
      try? await Task.sleep(for: .seconds(limitSeconds))
      return nil
    }
    self = try (result ?? .failure(GitFault(arguments, "did not end in \(Int(limitSeconds)) s")))
      .get()
  }

  private init(code: Int32, output: String) {
    (self.code, self.output) = (code, output)
  }

  private static let maxBytes = 1 << 20
}
