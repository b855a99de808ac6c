import FlowResults
import Measurement
import Platform

/// Reports the progress of a run, with the elapsed and the remaining time.
package struct ProgressReporter {
  private var line: StatusLine
  /// The number of processes; `nil` if it depends on the results.
  private let total: Int?
  private let nowNs: () -> UInt64
  private let startNs: UInt64
  private let skipped: Int

  /// Creates a reporter of `total` processes, of which an earlier run has finished `done`.
  package init(
    total: Int?, done: Int = 0, line: StatusLine = StatusLine(),
    nowNs: @escaping () -> UInt64 = { MonotonicClock.nowNs() }
  ) {
    self.line = line
    self.total = total
    self.nowNs = nowNs
    startNs = nowNs()
    skipped = done
  }

  /// Reports the current process after `done` have ended.
  ///
  /// - Parameter work: The estimated work of the processes that have ended since the start, and of
  ///   the remaining ones; `nil` if all take equally long. The pace so far determines the remaining
  ///   time.
  package mutating func report(
    _ text: String, done: Int, work: (done: Double, left: Double)? = nil
  ) {
    var parts = [total.map { "\(done)/\($0)" } ?? "\(done) done", "\(Self.clock(elapsed)) elapsed"]
    if let total {
      let work = work ?? (Double(done - skipped), Double(total - done))
      let left = work.done > 0 ? Self.clock(elapsed / work.done * work.left) : "–"
      parts.append("\(left) left")
    }
    line.show((parts + [text]).joined(separator: "  "))
  }

  /// The seconds since the start.
  private var elapsed: Double { Double(nowNs() - startNs) / 1e9 }

  /// Removes the line from a terminal.
  package func finish() { line.finish() }

  /// Returns a time in minutes and seconds, as `0:41`.
  package static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}

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
