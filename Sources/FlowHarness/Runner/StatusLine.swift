import Measurement

/// One line on stderr that says what is being done: redrawn on a terminal, else one each 10 s.
public struct StatusLine {
  private let isTerminal = StandardError.isTerminal
  private var lastNs: UInt64?

  /// A line that is empty yet.
  public init() {}

  /// Says what is being done now.
  public mutating func show(_ text: String) {
    if isTerminal {
      StandardError.write("\r\u{1B}[K" + text.prefix(78))
      return
    }
    let nowNs = MonotonicClock.nowNs()
    if lastNs.map({ nowNs - $0 >= 10_000_000_000 }) ?? true {
      lastNs = nowNs
      StandardError.write(text + "\n")
    }
  }

  /// Takes the line away.
  public func finish() {
    if isTerminal { StandardError.write("\r\u{1B}[K") }
  }
}
