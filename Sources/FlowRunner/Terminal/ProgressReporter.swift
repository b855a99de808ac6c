import Measurement

/// Says how far a run is.
package struct ProgressReporter {
  private var line: StatusLine
  /// `nil`: what comes next depends on what was found.
  private let total: Int?
  private let nowNs: () -> UInt64
  private let startNs: UInt64
  private let skipped: Int

  /// A reporter of `total` processes, of which `done` were there before.
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

  /// Reports what is being done, `done` processes having ended: those left take as long as these.
  package mutating func report(_ text: String, done: Int) {
    let finished = done - skipped
    let left = total.flatMap { total in
      finished > 0 ? elapsed / Double(finished) * Double(total - done) : nil
    }
    report(text, done: done, left: left)
  }

  /// Reports what is being done, `done` processes having ended.
  ///
  /// - Parameter left: How many seconds it will go on; `nil`: nobody can say.
  mutating func report(_ text: String, done: Int, left: Double?) {
    var parts = [total.map { "\(done)/\($0)" } ?? "\(done) done", "\(Self.clock(elapsed)) elapsed"]
    if total != nil { parts.append("\(left.map(Self.clock) ?? "–") left") }
    line.show((parts + [text]).joined(separator: "  "))
  }

  /// Since when it reports, in seconds.
  private var elapsed: Double { Double(nowNs() - startNs) / 1e9 }

  /// Takes the line away.
  package func finish() { line.finish() }

  /// A time in minutes and seconds, as `0:41`.
  package static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
