import FlowResults
import Platform

/// A line of progress on stderr: redrawn on a terminal, else written every 10 s.
package struct StatusLine {
  private let isTerminal: Bool
  private let write: (String) -> Void
  private let width: () -> Int
  private let nowNs: () -> UInt64
  private var lastNs: UInt64?

  /// The sequence that erases a line of a terminal.
  static let erasure = "\r\u{1B}[K"
  private static let silentNs: UInt64 = 10_000_000_000

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

  /// Shows a text, cut to the width of the terminal.
  package mutating func show(_ text: String) {
    let nowNs = nowNs()
    let text = text.escapingControls()
    if isTerminal {
      // The last column stays free, because terminals differ in the place of the cursor behind it.
      write(Self.erasure + text.prefix(max(1, width() - 1)))
    } else if lastNs.map({ nowNs - $0 >= Self.silentNs }) ?? true {
      lastNs = nowNs
      write(text + "\n")
    }
  }

  /// Erases the line on a terminal.
  package func finish() {
    if isTerminal { write(Self.erasure) }
  }
}
