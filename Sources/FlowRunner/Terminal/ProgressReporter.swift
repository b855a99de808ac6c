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

  /// Reports what is being done, `done` processes having ended.
  package mutating func report(_ text: String, done: Int) {
    let elapsed = Double(nowNs() - startNs) / 1e9
    var parts = [total.map { "\(done)/\($0)" } ?? "\(done) done", "\(Self.clock(elapsed)) elapsed"]
    if let total {
      let finished = done - skipped
      let left = finished > 0 ? elapsed / Double(finished) * Double(total - done) : nil
      parts.append("\(left.map(Self.clock) ?? "–") left")
    }
    line.show((parts + [text]).joined(separator: "  "))
  }

  /// Takes the line away.
  package func finish() { line.finish() }

  /// A time in minutes and seconds, as `0:41`.
  package static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
