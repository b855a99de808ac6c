import Foundation
import Synchronization

/// The channel from a child process to its parent: the former standard output.
///
/// A store may print, and its text must not mix with the messages. Therefore the descriptor is kept under
/// another number, and standard output leads to standard error.
package struct ChildChannel: Sendable {
  private let descriptor: Int32
  /// The exit code of a process whose parent has ended: that of SIGPIPE.
  private static let unheardCode = 128 + SIGPIPE
  /// Held while a line is written: a long one has several pieces, and a heartbeat comes from another thread.
  private static let writing = Mutex(())

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Takes over standard output; called once in a process, before anything else can write to it.
  package static func takeStandardOutput() -> ChildChannel {
    // Closed in processes that the store starts, so that the parent sees the end.
    let kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard kept >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      return ChildChannel(descriptor: STDOUT_FILENO)
    }
    return ChildChannel(descriptor: kept)
  }

  /// Writes a line immediately.
  package func emit(_ line: String) {
    let bytes = Data((line + "\n").utf8)
    Self.writing.withLock { _ in
      do {
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: bytes)
      } catch {
        // The parent has ended.
        _exit(Self.unheardCode)
      }
    }
  }
}
