import FlowFiles
import FlowResults
import Foundation
import Platform
import Synchronization

// swift-subprocess has the paths of Apple's module where there is one.
#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// The channel from a child process to its parent: the former standard output.
///
/// The output of stores must not mix with the messages. Therefore the descriptor gets another
/// number, and standard output leads to standard error.
package struct ChildChannel: Sendable {
  private let descriptor: Int32
  /// The exit code of a process whose parent has ended: that of SIGPIPE.
  private static let unheardCode = 128 + SIGPIPE
  /// Held while a line is written, because a heartbeat is sent from another thread.
  private static let writing = Mutex(())

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Takes over standard output; called once in a process, before anything else can write to it.
  package static func takeStandardOutput() -> ChildChannel {
    // Closed in processes that the store starts, so that the parent sees the end.
    let kept = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    if kept >= 0 { ProcessControl.endWithParent(reading: kept, code: unheardCode) }
    guard kept >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      return ChildChannel(descriptor: STDOUT_FILENO)
    }
    return ChildChannel(descriptor: kept)
  }

  /// Writes a line immediately.
  package func emit(_ line: String) {
    let isWritten = Self.writing.withLock { _ in
      Descriptor.write(line + "\n", to: descriptor) == nil
    }
    // The parent has ended.
    if !isWritten { _exit(Self.unheardCode) }
  }
}

/// Reads the standard error of a child process: the beginning is shown to the user, and the end is
/// kept, because it has the reason of a crash.
///
/// A store that prints at each action writes megabytes, which must be read, or the process would
/// wait.
struct ErrorRelay {
  /// The number of bytes of each process that are shown.
  static let passedBytes = 2048
  /// The number of bytes of the end that are kept: a crash ends with a trace of about 80 bytes per
  /// call.
  static let keptBytes = 32_768

  private let isTerminal: Bool
  private let write: @Sendable (String) -> Void
  private var passed = 0
  private var isCut = false
  private var endsLine = true
  private var end: [UInt8] = []

  /// - Parameter isTerminal: A Boolean value that indicates whether there may be a status line to
  ///   erase.
  init(
    isTerminal: Bool = StandardError.isTerminal,
    write: @escaping @Sendable (String) -> Void = { StandardError.pass($0) }
  ) {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Makes a pipe for the standard error of a process; `reading(_:)` closes its first end.
  static func makePipe() throws -> (reading: Int32, writing: FileDescriptor) {
    let (reading, writing) = try FileDescriptor.pipe()
    for end in [reading, writing] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(reading.rawValue, F_SETFL, O_NONBLOCK)
    return (reading.rawValue, writing)
  }

  /// Reads until no process has the other end of a pipe, or the task is cancelled.
  ///
  /// On a thread of its own: a read source of libdispatch on Linux may be used after its end when
  /// one process follows the other, which is a crash.
  ///
  /// - Returns: The relay after the last byte.
  func reading(_ descriptor: Int32) async -> ErrorRelay {
    let cancellation = Cancellation()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { done in
        Thread.detachNewThread {
          var relay = self
          relay.takeAll(from: descriptor, until: cancellation)
          close(descriptor)
          relay.finish()
          done.resume(returning: relay)
        }
      }
    } onCancel: {
      cancellation.isSet.store(true, ordering: .relaxed)
    }
  }

  private final class Cancellation: Sendable {
    let isSet = Atomic(false)
  }

  /// The time after which a cancellation is noticed while another process keeps the pipe open.
  private static let longestWaitMs: Int32 = 500

  private mutating func takeAll(from descriptor: Int32, until cancellation: Cancellation) {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while !cancellation.isSet.load(ordering: .relaxed) {
      var pipe = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      let ready = poll(&pipe, 1, Self.longestWaitMs)
      if ready == 0 || ready < 0 && errno == EINTR { continue }
      let count = read(descriptor, &bytes, bytes.count)
      if count > 0 {
        take(Array(bytes.prefix(count)))
      } else if count == 0 || errno != EINTR && errno != EAGAIN {
        return
      }
    }
  }

  mutating func take(_ bytes: [UInt8]) {
    end.append(contentsOf: bytes)
    if end.count > 2 * Self.keptBytes { end.removeFirst(end.count - Self.keptBytes) }
    let some = bytes.prefix(Self.passedBytes - passed)
    if let last = some.last {
      passed += some.count
      let text = String(decoding: some, as: UTF8.self)
      write(isTerminal && endsLine ? StatusLine.erasure + text : text)
      endsLine = last == UInt8(ascii: "\n")
    }
    if some.count < bytes.count { isCut = true }
  }

  /// Ends the last line, and adds a note if something was omitted.
  mutating func finish() {
    if !endsLine { write("\n") }
    if isCut { write("(further output of this process is omitted)\n") }
  }

  /// The reason of the end after a colon: the last fatal error of Swift's runtime, or the last
  /// line.
  var reason: String {
    let lines = String(decoding: end, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { $0.contains("Fatal error: ") }) ?? lines.last else {
      return ""
    }
    return ": " + line.prefix(200)
  }
}
