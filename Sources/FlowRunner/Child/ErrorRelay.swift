import FlowResults
import Subprocess

/// Reads the standard error of a child process: the beginning is shown to the user, and the end is kept, because
/// it has the reason of a crash.
///
/// A store that prints at each action writes megabytes, which must be read, or the process would wait.
struct ErrorRelay {
  /// The number of bytes of each process that are shown.
  static let passedBytes = 2048
  /// The number of bytes of the end that are kept: a crash ends with a trace of about 80 bytes per call.
  static let keptBytes = 32_768

  private let isTerminal: Bool
  private let write: @Sendable (String) -> Void
  private var passed = 0
  private var isCut = false
  private var endsLine = true
  private var end: [UInt8] = []

  /// - Parameter isTerminal: A Boolean value that indicates whether there may be a status line to erase.
  init(
    isTerminal: Bool = StandardError.isTerminal,
    write: @escaping @Sendable (String) -> Void = { StandardError.pass($0) }
  ) {
    self.isTerminal = isTerminal
    self.write = write
  }

  /// Reads until the process has closed its standard error.
  mutating func listen(to output: SubprocessOutputSequence) async throws {
    for try await buffer in output {
      take(buffer.withUnsafeBytes { Array($0) })
    }
    finish()
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

  /// Ends the last line, and adds a note if something was left out.
  mutating func finish() {
    if !endsLine { write("\n") }
    if isCut { write("(what else this process writes is left out)\n") }
  }

  /// The reason of the end, after a colon: the last fatal error of Swift's runtime, or the last line; empty if
  /// there is none.
  var reason: String {
    let lines = String(decoding: end, as: UTF8.self).split(whereSeparator: \.isNewline)
    guard let line = lines.last(where: { $0.contains("Fatal error: ") }) ?? lines.last else {
      return ""
    }
    return ": " + line.prefix(200)
  }
}
