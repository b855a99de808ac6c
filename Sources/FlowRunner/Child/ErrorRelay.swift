import FlowResults
import Subprocess

/// Listens to what a child process writes to its standard error: passes the beginning on, so that
/// users see what their store prints, and keeps the end, which says why a process crashed.
///
/// A store that prints at each action writes megabytes; they are read, or the process would wait, and
/// thrown away.
struct ErrorRelay {
  /// How many bytes of each process are passed on.
  static let passedBytes = 2048
  /// How many bytes of the end are kept: a crash ends with a trace of the stack, of some 80 bytes
  /// for each call.
  static let keptBytes = 32_768

  private let isTerminal: Bool
  private let write: @Sendable (String) -> Void
  private var passed = 0
  private var isCut = false
  private var endsLine = true
  private var end: [UInt8] = []

  /// - Parameters:
  ///   - isTerminal: Whether a status line may stand where it is written.
  ///   - write: Takes what is passed on.
  init(
    isTerminal: Bool = StandardError.isTerminal,
    write: @escaping @Sendable (String) -> Void = { StandardError.pass($0) }
  ) {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Listens until the process has closed its standard error.
  mutating func listen(to output: SubprocessOutputSequence) async throws {
    for try await buffer in output {
      take(buffer.withUnsafeBytes { Array($0) })
    }
    finish()
  }

  /// Takes some more.
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

  /// Ends the last line, and says so where something was left out.
  mutating func finish() {
    if !endsLine { write("\n") }
    if isCut { write("(what else this process writes is left out)\n") }
  }

  /// The line that says why a process ended, after a colon: what Swift's runtime calls fatal, else
  /// the last line; empty when there was none.
  var reason: String {
    let lines = String(decoding: end, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { $0.contains("Fatal error: ") }) ?? lines.last else {
      return ""
    }
    return ": " + line.prefix(200)
  }
}
