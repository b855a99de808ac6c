import Foundation
import Measurement

/// Says on stderr how far a run is: one line redrawn on a terminal, else one line each 10 s.
struct ProgressReporter {
  private let total: Int
  private let isTerminal: Bool
  private let nowNs: () -> UInt64
  private let startNs: UInt64
  /// When the last line was written, if any was.
  private var lastNs: UInt64?
  private let skipped: Int
  private let write: (String) -> Void

  private static let silentNs: UInt64 = 10_000_000_000

  /// A reporter of `total` trials, of which `done` were there before.
  init(
    total: Int, done: Int, isTerminal: Bool, write: @escaping (String) -> Void,
    nowNs: @escaping () -> UInt64 = { MonotonicClock.nowNs() }
  ) {
    self.total = total
    self.isTerminal = isTerminal
    self.write = write
    self.nowNs = nowNs
    startNs = nowNs()
    skipped = done
  }

  /// Reports that `scenario` is about to run, `done` trials having ended.
  mutating func report(_ scenario: String, done: Int) {
    let nowNs = nowNs()
    let elapsed = Double(nowNs - startNs) / 1e9
    let finished = done - skipped
    let left = finished > 0 ? elapsed / Double(finished) * Double(total - done) : nil
    let line =
      "\(done)/\(total)  \(Self.clock(elapsed)) elapsed  \(left.map(Self.clock) ?? "–") left  "
    if isTerminal {
      write("\r\u{1B}[K" + line + String(scenario.prefix(max(10, 78 - line.count))))
    } else if lastNs.map({ nowNs - $0 >= Self.silentNs }) ?? true {
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
