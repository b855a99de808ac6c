import PlainText

/// The rate of a load over its duration.
public enum LoadShape: Hashable, Sendable {
  /// The same rate all the time.
  case steady
  /// A linear rise from a share of the rate to the rate.
  case ramp(fromShare: Double)
  /// Steps of equal length and height up to the rate.
  case steps(count: Int)
  /// Steps up to the rate, and down again through the same rates: 2 · `count` − 1 levels.
  case stairs(count: Int)
  /// The rate for the first 40 % of the duration, a linear rise to `factor` times the rate in the next
  /// 10 %, a linear fall in the next 10 %, and the rate for the last 40 %.
  case peak(factor: Double)
  /// The rate for the first 30 % of the duration, `factor` times the rate for a share of it, and the
  /// rate again to its end.
  case spike(factor: Double, share: Double)
  /// Cycles of arrivals and silence with the rate as their mean.
  case bursts(onNs: UInt64, offNs: UInt64)

  private static let fromShares: ClosedRange<Double> = 0...1
  private static let stepCounts: ClosedRange<Int> = 1...1000
  /// A load keeps at most 64 levels apart.
  private static let stairCounts: ClosedRange<Int> = 1...32
  private static let spikeShares: ClosedRange<Double> = 0.001...0.6
  private static let factors: ClosedRange<Double> = 1...1000
  private static let maxBursts: UInt64 = 1_000_000

  /// The text forms with their default values.
  public static let forms: [(form: String, default: LoadShape)] = [
    ("steady", .steady),
    ("ramp[:FROM-SHARE]", .ramp(fromShare: 0)),
    ("steps[:COUNT]", .steps(count: 5)),
    ("stairs[:COUNT]", .stairs(count: 3)),
    ("peak[:FACTOR]", .peak(factor: 5)),
    ("spike[:FACTOR:SHARE]", .spike(factor: 10, share: 0.05)),
    ("bursts[:ON:OFF]", .bursts(onNs: 100_000_000, offNs: 900_000_000)),
  ]

  /// Returns the rates over a duration.
  ///
  /// - Parameter rate: Arrivals per second: of `steady`, of the top of `ramp`, `steps` and `stairs`,
  ///   before and after the `peak` or `spike`, and the mean over a cycle of `bursts`.
  public func profile(rate: Double, durationNs: UInt64) throws(RateError) -> RateProfile {
    try check()
    try RateSegment(durationNs: durationNs, rate: rate).check()
    return try RateProfile(segments(rate: rate, durationNs: durationNs))
  }

  private func segments(rate: Double, durationNs: UInt64) throws(RateError) -> [RateSegment] {
    switch self {
    case .steady:
      return [RateSegment(durationNs: durationNs, rate: rate)]
    case .ramp(let fromShare):
      return [RateSegment(durationNs: durationNs, fromRate: rate * fromShare, toRate: rate)]
    case .steps(let count):
      return Self.cut(durationNs, into: count).enumerated().map { index, lengthNs in
        RateSegment(durationNs: lengthNs, rate: rate * Double(index + 1) / Double(count))
      }
    case .stairs(let count):
      let levels = Array(1...count) + (1..<count).reversed()
      return zip(levels, Self.cut(durationNs, into: levels.count)).map { level, lengthNs in
        RateSegment(durationNs: lengthNs, rate: rate * Double(level) / Double(count))
      }
    case .spike(let factor, let share):
      let beforeNs = durationNs / 10 * 3
      let spikeNs = UInt64((Double(durationNs) * share).rounded())
      return [
        RateSegment(durationNs: beforeNs, rate: rate),
        RateSegment(durationNs: spikeNs, rate: rate * factor),
        RateSegment(durationNs: durationNs - beforeNs - spikeNs, rate: rate),
      ]
    case .peak(let factor):
      let tenths = Self.cut(durationNs, into: 10)
      return [
        RateSegment(durationNs: tenths[..<4].reduce(0, +), rate: rate),
        RateSegment(durationNs: tenths[4], fromRate: rate, toRate: rate * factor),
        RateSegment(durationNs: tenths[5], fromRate: rate * factor, toRate: rate),
        RateSegment(durationNs: tenths[6...].reduce(0, +), rate: rate),
      ]
    case .bursts(let onNs, let offNs):
      return try Self.bursts(onNs: onNs, offNs: offNs, rate: rate, durationNs: durationNs)
    }
  }

  /// Returns parts that differ by at most 1 ns and add up to the whole.
  private static func cut(_ wholeNs: UInt64, into count: Int) -> [UInt64] {
    let count = UInt64(count)
    return (0..<count).map { wholeNs * ($0 + 1) / count - wholeNs * $0 / count }
  }

  private static func bursts(
    onNs: UInt64, offNs: UInt64, rate: Double, durationNs: UInt64
  ) throws(RateError) -> [RateSegment] {
    let cycles = (durationNs - 1) / (onNs + offNs) + 1
    guard cycles <= maxBursts else {
      throw .outOfRange(
        value: "\(cycles)", what: "number of bursts", allowed: "at most \(maxBursts)")
    }
    let high = rate * (Double(onNs + offNs) / Double(onNs))
    var segments: [RateSegment] = []
    var leftNs = durationNs
    while leftNs > 0 {
      let isOn = segments.count.isMultiple(of: 2)
      let lengthNs = min(leftNs, isOn ? onNs : offNs)
      segments.append(RateSegment(durationNs: lengthNs, rate: isOn ? high : 0))
      leftNs -= lengthNs
    }
    return segments
  }
}

extension LoadShape: Codable {
  /// Reads the text form.
  public init(from decoder: any Decoder) throws {
    try self.init(parsing: decoder.singleValueContainer().decode(String.self))
  }

  /// Writes the text form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}

extension LoadShape: CustomStringConvertible {
  /// The text form with all values, for example `bursts:100ms:900ms`.
  public var description: String {
    switch self {
    case .steady: name
    case .ramp(let fromShare): "\(name):\(fromShare)"
    case .steps(let count): "\(name):\(count)"
    case .stairs(let count): "\(name):\(count)"
    case .peak(let factor): "\(name):\(factor)"
    case .spike(let factor, let share): "\(name):\(factor):\(share)"
    case .bursts(let onNs, let offNs):
      "\(name):\(TimeText.text(ns: onNs)):\(TimeText.text(ns: offNs))"
    }
  }

  /// The first word of the text form.
  public var name: String {
    switch self {
    case .steady: "steady"
    case .ramp: "ramp"
    case .steps: "steps"
    case .stairs: "stairs"
    case .peak: "peak"
    case .spike: "spike"
    case .bursts: "bursts"
    }
  }

  /// Parses one of `forms`, such as `steady`, `ramp:0.1`, `bursts:100ms:900ms`.
  public init(parsing text: String) throws(RateError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { String($0) }
    guard let known = Self.forms.first(where: { $0.default.name == parts[0] }) else {
      throw .unknownShape(text)
    }
    let values = Array(parts.dropFirst())
    if values.isEmpty {
      self = known.default
      return
    }
    guard let parsed = Self.parse(values: values, like: known.default) else {
      throw .unknownShape(text)
    }
    self = parsed
    try check()
  }

  private func check() throws(RateError) {
    switch self {
    case .steady:
      break
    case .ramp(let fromShare):
      try Self.check(fromShare, "share to start from", Self.fromShares)
    case .steps(let count):
      try Self.check(count, "number of steps", Self.stepCounts)
    case .stairs(let count):
      try Self.check(count, "number of stairs", Self.stairCounts)
    case .peak(let factor):
      try Self.check(factor, "factor of the peak", Self.factors)
    case .spike(let factor, let share):
      try Self.check(factor, "factor of the spike", Self.factors)
      try Self.check(share, "share of the spike", Self.spikeShares)
    case .bursts(let onNs, let offNs):
      for (ns, what) in [(onNs, "time on"), (offNs, "time off")] {
        guard ns > 0, ns <= TimeText.longestNs else {
          throw .outOfRange(
            value: TimeText.text(ns: ns), what: what,
            allowed: "above 0 and at most \(TimeText.text(ns: TimeText.longestNs))")
        }
      }
    }
  }

  private static func check<Value: Comparable>(
    _ value: Value, _ what: String, _ range: ClosedRange<Value>
  ) throws(RateError) {
    guard range.contains(value) else {
      throw .outOfRange(
        value: "\(value)", what: what, allowed: "\(range.lowerBound) to \(range.upperBound)")
    }
  }

  private static func parse(values: [String], like form: LoadShape) -> LoadShape? {
    switch (form, values.count) {
    case (.ramp, 1):
      return Double(decimal: values[0]).map { .ramp(fromShare: $0) }
    case (.steps, 1):
      return Int(decimal: values[0]).map { .steps(count: $0) }
    case (.stairs, 1):
      return Int(decimal: values[0]).map { .stairs(count: $0) }
    case (.peak, 1):
      return Double(decimal: values[0]).map { .peak(factor: $0) }
    case (.spike, 2):
      guard let factor = Double(decimal: values[0]), let share = Double(decimal: values[1])
      else { return nil }
      return .spike(factor: factor, share: share)
    case (.bursts, 2):
      guard let onNs = TimeText.parseNs(values[0]), let offNs = TimeText.parseNs(values[1])
      else { return nil }
      return .bursts(onNs: onNs, offNs: offNs)
    default:
      return nil
    }
  }
}
