import Measurement

/// Says how far a run is.
package struct ProgressReporter {
  private var line: StatusLine
  private let total: Int
  private let nowNs: () -> UInt64
  private let startNs: UInt64
  private let skipped: Int

  /// A reporter of `total` trials, of which `done` were there before.
  package init(
    total: Int, done: Int, line: StatusLine = StatusLine(),
    nowNs: @escaping () -> UInt64 = { MonotonicClock.nowNs() }
  ) {
    self.line = line
    self.total = total
    self.nowNs = nowNs
    startNs = nowNs()
    skipped = done
  }

  /// Reports that `scenario` is about to run, `done` trials having ended.
  package mutating func report(_ scenario: String, done: Int) {
    let elapsed = Double(nowNs() - startNs) / 1e9
    let finished = done - skipped
    let left = finished > 0 ? elapsed / Double(finished) * Double(total - done) : nil
    line.show(
      "\(done)/\(total)  \(Self.clock(elapsed)) elapsed  \(left.map(Self.clock) ?? "–") left  "
        + scenario)
  }

  /// Takes the line away.
  package func finish() { line.finish() }

  /// Minutes and seconds.
  package static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
