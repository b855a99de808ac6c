import Foundation
import Measurement

/// Says on stderr how far a run is: one line redrawn on a terminal, else one line each 10 s.
struct ProgressReporter {
  private let total: Int
  private let isTerminal: Bool
  private let startNs = MonotonicClock.nowNs()
  private var lastNs: UInt64 = 0
  private var skipped: Int
  private let write: (String) -> Void

  private static let silentNs: UInt64 = 10_000_000_000

  /// A reporter of `total` trials, of which `done` were there before.
  init(total: Int, done: Int, isTerminal: Bool, write: @escaping (String) -> Void) {
    self.total = total
    self.isTerminal = isTerminal
    self.write = write
    skipped = done
  }

  /// Reports that `scenario` is about to run, `done` trials having ended.
  mutating func report(_ scenario: String, done: Int) {
    let nowNs = MonotonicClock.nowNs()
    let elapsed = Double(nowNs - startNs) / 1e9
    let finished = done - skipped
    let left = finished > 0 ? elapsed / Double(finished) * Double(total - done) : nil
    let line =
      "\(done)/\(total)  \(Self.clock(elapsed)) elapsed  \(left.map(Self.clock) ?? "–") left  "
    if isTerminal {
      write("\r\u{1B}[K" + line + String(scenario.prefix(max(10, 78 - line.count))))
    } else if nowNs - lastNs >= Self.silentNs || lastNs == 0 {
      lastNs = nowNs
      write(line + scenario + "\n")
    }
  }

  /// Takes the redrawn line away.
  func finish() {
    if isTerminal { write("\r\u{1B}[K") }
  }

  /// Minutes and seconds.
  static func clock(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded())
    let rest = whole % 60
    return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
  }
}
