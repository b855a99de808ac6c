import FlowResults
import Measurement

/// One line on stderr that says what is being done: redrawn on a terminal, else one each 10 s.
package struct StatusLine {
  private let isTerminal: Bool
  private let write: (String) -> Void
  private let width: () -> Int
  private let nowNs: () -> UInt64
  /// When the last line was written, if any was.
  private var lastNs: UInt64?

  /// What takes a line away on a terminal.
  static let erasure = "\r\u{1B}[K"
  private static let silentNs: UInt64 = 10_000_000_000

  /// A line on stderr that is empty yet.
  package init() { self.init(isTerminal: StandardError.isTerminal, write: StandardError.pass) }

  init(
    isTerminal: Bool, write: @escaping (String) -> Void,
    width: @escaping () -> Int = { Terminal.width },
    nowNs: @escaping () -> UInt64 = { MonotonicClock.nowNs() }
  ) {
    self.isTerminal = isTerminal
    self.write = write
    self.width = width
    self.nowNs = nowNs
  }

  /// Says what is being done now, in as many letters as a terminal has room for.
  package mutating func show(_ text: String) {
    let nowNs = nowNs()
    let text = text.escapingControls()
    if isTerminal {
      // The last column stays free: terminals differ in where the cursor is behind it. The width is asked
      // for each time, since windows are resized.
      write(Self.erasure + text.prefix(max(1, width() - 1)))
    } else if lastNs.map({ nowNs - $0 >= Self.silentNs }) ?? true {
      lastNs = nowNs
      write(text + "\n")
    }
  }

  /// Takes the redrawn line away.
  package func finish() {
    if isTerminal { write(Self.erasure) }
  }
}
