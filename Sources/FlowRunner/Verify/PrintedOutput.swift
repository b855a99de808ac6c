import Foundation
import Synchronization

/// Counts the standard output of stores; messages of a child process have their own `ChildChannel`.
final class PrintedOutput: Sendable {
  private struct State {
    var bytes = 0
    var first: [UInt8] = []
    var hasLine = false
    /// The current case, and the case of the first byte.
    var current = 0
    var firstCase: Int?
  }

  private static let maxLineLength = 80
  private static let patienceMs: Int32 = 100
  private let input: Int32
  private let state = Mutex(State())
  private let ended = DispatchSemaphore(value: 0)

  /// Takes over standard output; `nil` if that is impossible.
  init?() {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    fflush(nil)
    guard dup2(ends[1], STDOUT_FILENO) >= 0 else { return nil }
    close(ends[1])
    input = ends[0]
    Thread.detachNewThread { [self] in
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(input, &buffer, buffer.count)
        guard count > 0 else { break }
        take(buffer[..<count])
      }
      close(input)
      ended.signal()
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    state.withLock { state in
      state.bytes += bytes.count
      if state.firstCase == nil { state.firstCase = state.current }
      guard !state.hasLine else { return }
      let line = bytes.prefix { $0 != UInt8(ascii: "\n") }
      state.first += line.prefix(Self.maxLineLength - min(Self.maxLineLength, state.first.count))
      state.hasLine = line.count < bytes.count
    }
  }

  /// Records the start of a case, after all earlier output has been read.
  func begin(_ index: Int) {
    fflush(nil)
    var printed = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    for _ in 0..<Self.patienceMs where poll(&printed, 1, 0) > 0 { usleep(1_000) }
    state.withLock { $0.current = index }
  }

  /// Redirects standard output to standard error, and returns the counts.
  func finish() -> PrintedText {
    fflush(nil)
    dup2(STDERR_FILENO, STDOUT_FILENO)
    // A process that a store has started may keep it open.
    _ = ended.wait(timeout: .now() + .seconds(1))
    return state.withLock { state in
      PrintedText(
        bytes: state.bytes, firstLine: String(decoding: state.first, as: UTF8.self),
        firstCase: state.firstCase)
    }
  }
}

/// The standard output of a process's stores.
struct PrintedText: Codable, Equatable, Sendable {
  var bytes = 0
  var firstLine = ""
  /// The case of the first byte.
  var firstCase: Int?
}
