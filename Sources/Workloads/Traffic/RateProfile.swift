import PlainText

/// A span of time in which the rate of arrivals changes linearly.
public struct RateSegment: Hashable, Codable, Sendable {
  /// The length in nanoseconds, above 0.
  public var durationNs: UInt64
  /// The rate at the start, in arrivals per second.
  public var fromRate: Double
  /// The rate at the end, in arrivals per second.
  public var toRate: Double

  /// The accepted rates, in arrivals per second.
  public static let rates: ClosedRange<Double> = 0...1e9

  /// Creates a segment. `RateProfile` checks the values.
  public init(durationNs: UInt64, fromRate: Double, toRate: Double) {
    self.durationNs = durationNs
    self.fromRate = fromRate
    self.toRate = toRate
  }

  /// Creates a segment of one rate. `RateProfile` checks the values.
  public init(durationNs: UInt64, rate: Double) {
    self.init(durationNs: durationNs, fromRate: rate, toRate: rate)
  }

  /// The expected number of arrivals.
  public var expectedArrivals: Double {
    (fromRate + toRate) / 2 * (Double(durationNs) / 1e9)
  }

  private var isFlat: Bool { fromRate == toRate }

  /// Checks the ranges of all values.
  ///
  /// - Throws: `RateError.outOfRange` for the first value out of range.
  public func check() throws(RateError) {
    guard durationNs > 0, durationNs <= TimeText.longestNs else {
      throw .outOfRange(
        value: TimeText.text(ns: durationNs), what: "duration",
        allowed: "above 0 and at most \(TimeText.text(ns: TimeText.longestNs))")
    }
    for rate in [fromRate, toRate] where !Self.rates.contains(rate) {
      throw .outOfRange(
        value: "\(rate)", what: "rate", allowed: "0 to \(Int(Self.rates.upperBound)) a second")
    }
  }
}

extension RateSegment: CustomStringConvertible {
  /// The text in the names of loads, for example `10s@1000.0` or `10s@1000.0..50000.0`.
  public var description: String {
    let start = "\(TimeText.text(ns: durationNs))@\(fromRate)"
    return isFlat ? start : "\(start)..\(toRate)"
  }

  /// Parses a rate per second and a duration, such as `1000:10s`, or two rates and a duration, such as
  /// `1000..50000:10s`.
  public init(parsing text: String) throws(RateError) {
    guard let colon = text.firstIndex(of: ":"),
      let durationNs = TimeText.parseNs(String(text[text.index(after: colon)...]))
    else { throw .unknownStage(text) }
    let rates = text[..<colon]
    let dots = rates.firstRange(of: "..")
    let from = dots.map { rates[..<$0.lowerBound] } ?? rates
    let to = dots.map { rates[$0.upperBound...] } ?? rates
    guard let fromRate = Double(decimal: from), let toRate = Double(decimal: to)
    else { throw .unknownStage(text) }
    self.init(durationNs: durationNs, fromRate: fromRate, toRate: toRate)
    try check()
  }
}

/// The rate of arrivals over a load: consecutive segments.
public struct RateProfile: Hashable, Sendable {
  /// The segments in order; the rate may jump between them.
  public let segments: [RateSegment]
  /// The duration in nanoseconds.
  public let totalNs: UInt64
  /// The expected number of arrivals: the integrated rate.
  public let expectedArrivals: Double

  /// Creates a profile.
  ///
  /// - Throws: `RateError` if there is no segment, a value is out of range, the whole is longer than
  ///   `TimeText.longestNs`, or fewer arrivals than 1 are expected.
  public init(_ segments: [RateSegment]) throws(RateError) {
    guard !segments.isEmpty else { throw .noSegments }
    var totalNs: UInt64 = 0
    var arrivals = 0.0
    for segment in segments {
      try segment.check()
      totalNs += segment.durationNs
      guard totalNs <= TimeText.longestNs else {
        throw .outOfRange(
          value: TimeText.text(ns: totalNs), what: "duration of all segments",
          allowed: "at most \(TimeText.text(ns: TimeText.longestNs))")
      }
      arrivals += segment.expectedArrivals
    }
    guard arrivals >= 1 else { throw .tooFewArrivals(expected: arrivals) }
    self.segments = segments
    self.totalNs = totalNs
    expectedArrivals = arrivals
  }
}

extension RateProfile: Codable {
  private enum CodingKeys: String, CodingKey {
    case segments
  }

  /// Reads the segments, and checks them.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    try self.init(container.decode([RateSegment].self, forKey: .segments))
  }

  /// Writes the segments; the other values follow from them.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(segments, forKey: .segments)
  }
}

/// The reason why a text or a list of segments is not a valid profile of rates.
public enum RateError: Error, Equatable, CustomStringConvertible {
  /// The text is not a stage.
  case unknownStage(String)
  case outOfRange(value: String, what: String, allowed: String)
  case noSegments
  case tooFewArrivals(expected: Double)

  /// The fault, and the accepted values.
  public var description: String {
    switch self {
    case .unknownStage(let text):
      return "no stage is written '\(text)'; write RATE:DURATION or RATE..RATE:DURATION, "
        + "like 1000:10s or 1000..50000:10s"
    case .outOfRange(let value, let what, let allowed):
      return "the \(what) must be \(allowed), got \(value)"
    case .noSegments:
      return "a rate profile must have at least 1 segment, got none"
    case .tooFewArrivals(let expected):
      return "must be so high, and last so long, that at least 1 action arrives, got \(expected) "
        + "actions"
    }
  }
}
