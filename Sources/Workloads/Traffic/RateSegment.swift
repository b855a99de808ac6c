import PlainText

/// A span of time in which the rate of arrivals changes evenly from one value to another.
public struct RateSegment: Hashable, Codable, Sendable {
  /// How long it lasts, in nanoseconds, above 0.
  public var durationNs: UInt64
  /// The rate at its start, in arrivals per second.
  public var fromRate: Double
  /// The rate at its end, in arrivals per second.
  public var toRate: Double

  /// The rates that are accepted, in arrivals per second.
  public static let rates: ClosedRange<Double> = 0...1e9

  /// A span in which the rate changes evenly. `RateProfile` checks the values.
  ///
  /// - Parameters:
  ///   - durationNs: Nanoseconds, above 0 and at most `TimeText.longestNs`.
  ///   - fromRate: Arrivals per second at the start, in `rates`.
  ///   - toRate: Arrivals per second at the end, in `rates`.
  public init(durationNs: UInt64, fromRate: Double, toRate: Double) {
    self.durationNs = durationNs
    self.fromRate = fromRate
    self.toRate = toRate
  }

  /// A span at one rate. `RateProfile` checks the values.
  public init(durationNs: UInt64, rate: Double) {
    self.init(durationNs: durationNs, fromRate: rate, toRate: rate)
  }

  /// How many arrivals are expected in it.
  public var expectedArrivals: Double {
    (fromRate + toRate) / 2 * (Double(durationNs) / 1e9)
  }

  /// Whether every value is in its range.
  ///
  /// - Throws: `RateError.outOfRange` for the first that is not.
  public func check() throws(RateError) {
    guard durationNs > 0, durationNs <= TimeText.longestNs else {
      throw .outOfRange(
        value: TimeText.text(ns: durationNs), what: "duration",
        allowed: "above 0 and at most \(TimeText.text(ns: TimeText.longestNs))")
    }
    try Self.check(rate: fromRate)
    try Self.check(rate: toRate)
  }

  static func check(rate: Double) throws(RateError) {
    guard rates.contains(rate) else {
      throw .outOfRange(
        value: "\(rate)", what: "rate", allowed: "0 to \(Int(rates.upperBound)) a second")
    }
  }
}

extension RateSegment: CustomStringConvertible {
  /// The text form, for example `10s@1000.0` or `10s@1000.0..50000.0`; parsing it gives the same
  /// value.
  public var description: String {
    let start = "\(TimeText.text(ns: durationNs))@\(fromRate)"
    return fromRate == toRate ? start : "\(start)..\(toRate)"
  }

  /// The segment that a stage's text names.
  ///
  /// - Parameter text: A duration and a rate per second, such as `10s@1000`, or a duration and two
  ///   rates, such as `10s@1000..50000`.
  /// - Throws: `RateError` when it is not written so, or a value is out of its range.
  public init(parsing text: String) throws(RateError) {
    guard let at = text.firstIndex(of: "@"), let durationNs = TimeText.parseNs(String(text[..<at]))
    else { throw .unknownStage(text) }
    let rates = text[text.index(after: at)...]
    let from: Substring
    let to: Substring
    if let dots = rates.firstRange(of: "..") {
      from = rates[..<dots.lowerBound]
      to = rates[dots.upperBound...]
    } else {
      from = rates
      to = rates
    }
    guard let fromRate = Double(decimal: from), let toRate = Double(decimal: to)
    else { throw .unknownStage(text) }
    self.init(durationNs: durationNs, fromRate: fromRate, toRate: toRate)
    try check()
  }
}
