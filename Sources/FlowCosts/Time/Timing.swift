internal import Foundation
internal import Measurement

/// The duration of an action, with its 95 % confidence interval.
///
/// The duration is the median over batches of actions. The interval encloses the median whatever the
/// distribution (order statistics); disturbances by other processes make it wider. On Linux, the time
/// in which the sending thread waited for a processor is not part of it.
///
/// A debug build is not timed. Run `swift test -c release`, and mark tests of durations with
/// `.enabled(if: Timing.isMeasured)`.
public struct Timing: Sendable {
  /// A Boolean value that indicates whether this build is timed: a release build is.
  public static var isMeasured: Bool {
    #if DEBUG
      false
    #else
      true
    #endif
  }

  /// The median in nanoseconds per action; `nil` if nothing was timed.
  public let nanoseconds: Double?
  /// The lower end of the interval in nanoseconds per action.
  public let low: Double?
  /// The upper end of the interval in nanoseconds per action.
  public let high: Double?
  /// The reason why nothing was timed; `nil` if something was.
  public let reason: String?

  private init(nanoseconds: Double?, low: Double?, high: Double?, reason: String?) {
    self.nanoseconds = nanoseconds
    self.low = low
    self.high = high
    self.reason = reason
  }

  init(missing reason: String) {
    self.init(nanoseconds: nil, low: nil, high: nil, reason: reason)
  }

  /// - Parameter samples: Nanoseconds per action, finite.
  init(samples: [Double]) {
    let sorted = SortedSamples(samples.map { max($0, 0) })
    guard let interval = MedianInterval(sorted) else {
      self.init(missing: "the action takes so long that it was not repeated often enough")
      return
    }
    self.init(nanoseconds: sorted.median, low: interval.low, high: interval.high, reason: nil)
  }

  static let debugReason = "this is a debug build; run swift test -c release"
  static let notMeasured = Timing(missing: debugReason)

  /// Returns a Boolean value that indicates whether the measurement does not contradict a limit: whether the
  /// interval's lower end is at most the limit.
  ///
  /// On a busy machine the interval is wide, and a slow action may pass. It is `false` if nothing was timed.
  public func isAtMost(_ limit: Duration) -> Bool {
    guard let low else { return false }
    return low <= limit.nanoseconds
  }

  /// Returns the share of a frame that the action takes: 0.01 for 83 µs at 120 Hz.
  ///
  /// - Parameter hertz: The frames per second, above 0.
  /// - Returns: `nil` if nothing was timed.
  public func share(ofFrameAt hertz: Double) -> Double? {
    precondition(hertz > 0, "hertz: must be above 0, got \(hertz)")
    return nanoseconds.map { $0 * hertz / 1e9 }
  }
}

extension Timing: CustomStringConvertible {
  /// The median and its interval: "14.1 ns (13.8 to 14.4)".
  public var description: String {
    guard let nanoseconds, let low, let high else { return "not timed: \(reason ?? "")" }
    let unit = DurationUnit(for: nanoseconds)
    return "\(unit.number(nanoseconds)) \(unit.symbol) "
      + "(\(unit.number(low)) to \(unit.number(high)))"
  }
}

/// The unit in which a duration is printed.
struct DurationUnit {
  let symbol: String
  private let nanoseconds: Double

  /// The unit of a duration in nanoseconds.
  init(for duration: Double) {
    (symbol, nanoseconds) =
      switch abs(duration) {
      case ..<1_000: ("ns", 1)
      case ..<1_000_000: ("µs", 1_000)
      case ..<1_000_000_000: ("ms", 1_000_000)
      default: ("s", 1_000_000_000)
      }
  }

  /// Returns a duration in this unit with three digits, independent of the locale.
  func number(_ duration: Double) -> String {
    let value = duration / nanoseconds
    let places = abs(value) < 9.995 ? 2 : abs(value) < 99.95 ? 1 : 0
    return places == 0 ? "\(Int(value.rounded()))" : Decimals.text(value, places: places)
  }
}

extension Duration {
  var nanoseconds: Double {
    Double(components.seconds) * 1e9 + Double(components.attoseconds) / 1e9
  }
}
