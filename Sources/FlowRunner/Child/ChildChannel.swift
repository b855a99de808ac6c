import Foundation
import Synchronization

/// The way from the process of a trial to the one that started it: what was its standard output.
///
/// A store may print. Were its words between ours, the reader could not distinguish them, and the
/// trial would be void for what its store says. So the descriptor that somebody listens to is kept
/// under another number, and the usual number of standard output leads to standard error.
package struct ChildChannel: Sendable {
  private let descriptor: Int32
  /// The exit code of a process whose answers are no longer read: that of one that SIGPIPE has ended.
  private static let unheardCode = 128 + SIGPIPE
  /// Held while a line is written: a long one goes in several pieces, and a heartbeat may come from another
  /// thread.
  private static let writing = Mutex(())

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Takes standard output over for answers; to be called before anything else can write to it, once
  /// in a process.
  ///
  /// Where there is no standard output to take, answers go where they went.
  package static func takeStandardOutput() -> ChildChannel {
    // Closed in processes that the store starts: they must not keep the listener waiting for an end.
    let kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard kept >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      return ChildChannel(descriptor: STDOUT_FILENO)
    }
    return ChildChannel(descriptor: kept)
  }

  /// Writes a line, at once: what a process emits of its seconds is received when they are over.
  ///
  /// - Parameter line: Without its end.
  package func emit(_ line: String) {
    let bytes = Data((line + "\n").utf8)
    Self.writing.withLock { _ in
      do {
        try FileHandle(fileDescriptor: descriptor, closeOnDealloc: false).write(contentsOf: bytes)
      } catch {
        // The process that started this one has gone, and its results with it.
        _exit(Self.unheardCode)
      }
    }
  }
}
