package import FlowResults
import Foundation
import Platform
import Synchronization

/// The files that the processes of a run need: the program, a library, a tool, a trace.
///
/// Each stays as it was when this process first used it, because a run is one build: a program that
/// is built again during a run would have rows under the name of the other one.
package enum NeededFiles {
  private struct File {
    var state: FileState
    let digest: UInt64
  }

  private static let known = Mutex<[String: File]>([:])

  /// Returns a number from the contents of a file, the same as when it was first used.
  ///
  /// - Throws: `SystemError` if the file cannot be read any more, or has other contents.
  /// - Complexity: O(1) unless the file is new or was written since.
  @discardableResult
  package static func digest(of path: String) throws(SystemError) -> UInt64 {
    try known.withLock { known throws(SystemError) in
      // The running program may have been replaced before its path was used; only Linux has this link.
      if known[path] == nil, path == Executable.path, let own = try? read("/proc/self/exe") {
        known[path] = own
      }
      let file = try read(path, before: known[path])
      known[path] = file
      return file.digest
    }
  }

  /// Refuses an input that only this process can read, such as a pipe; a path without a file is not
  /// refused here.
  static func checkInput(_ path: String) throws(PlanError) {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return }
    // Other processes have another `/dev/stdin`.
    guard status.st_mode & S_IFMT == S_IFREG, !path.hasPrefix("/dev/"), !path.hasPrefix("/proc/")
    else {
      throw .refused(
        option: path,
        reason: "must be a regular file, because each process reads it again; save it first")
    }
  }

  /// Refuses files that have changed since they were first used.
  package static func check(_ paths: [String]) throws(SystemError) {
    for path in paths { try digest(of: path) }
  }

  /// Reads a file, unless it is as it was.
  private static func read(_ path: String, before: File? = nil) throws(SystemError) -> File {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw missing(path, errno) }
    defer { close(descriptor) }
    guard let state = FileState(of: descriptor) else { throw missing(path, errno) }
    if let before, before.state == state { return before }
    guard let digest = FileState.digest(of: descriptor) else { throw missing(path, errno) }
    // An identical copy is as good.
    guard before == nil || before?.digest == digest else {
      throw SystemError(
        path, reason: "has changed since it was first used, and a run is of one version of it",
        remedy: "restore it")
    }
    return File(state: state, digest: digest)
  }

  private static func missing(_ path: String, _ code: Int32) -> SystemError {
    SystemError(path, reason: SystemError(path, code: code).reason, remedy: "restore it")
  }
}
