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
  /// - Parameter work: The estimated work of the processes that have ended since the start, and of the
  ///   others: the pace of the first determines the remaining time. `nil`: all take equally long.
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
