import FlowResults
import Foundation

/// A directory for one trial's files, removed after it.
struct ScratchDirectory {
  /// Where it is.
  let path: String

  /// Makes a directory that no other process has.
  ///
  /// - Throws: `SystemError`.
  init() throws {
    let url = FileManager.default.temporaryDirectory
      .appending(path: "flowbench-\(UUID().uuidString)")
    do { try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true) } catch
    {
      throw Self.failure(error)
    }
    path = url.path
  }

  /// The error of a temporary file or directory that cannot be made.
  static func failure(_ error: any Error) -> SystemError {
    let path = FileManager.default.temporaryDirectory.path
    // Without the code: no request names this path, whatever is wrong with it.
    return SystemError(
      path, reason: SystemError(path, error).reason,
      remedy: "let TMPDIR name a directory that can be written and has some space")
  }

  /// Removes it with all that is in it.
  func remove() { try? FileManager.default.removeItem(atPath: path) }
}
