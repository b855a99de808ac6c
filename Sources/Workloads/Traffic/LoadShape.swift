/// How a load of one rate is laid out over its duration.
public enum LoadShape: Hashable, Sendable {
  /// The rate, all the time.
  case steady
  /// Evenly from a share of the rate up to the rate; finds the knee of a latency curve in one run.
  case ramp(fromShare: Double)
  /// So many steps of equal length, each higher than the one before by the same amount, up to the
  /// rate; unlike a ramp it holds each level long enough to be measured.
  case steps(count: Int)
  /// As many steps up to the rate, and down again through the same rates: 2 · `count` − 1 levels of
  /// equal length. Does it come down as it went up?
  case stairs(count: Int)
  /// The rate for the first 40 % of the duration, in the next 10 % evenly up to `factor` times the
  /// rate, in the next 10 % evenly back, and the rate for the last 40 %: does it recover?
  case peak(factor: Double)
  /// The rate for the first 30 % of the duration, at once `factor` times the rate for a share of it,
  /// and at once the rate again to its end: how long does it take to recover?
  case spike(factor: Double, share: Double)
  /// On for a while, off for a while; when on, so much above the rate that a whole cycle has the
  /// rate as its mean. The last cycle is cut where the duration ends.
  case bursts(onNs: UInt64, offNs: UInt64)

  /// The shares to start a ramp from that are accepted.
  public static let fromShares: ClosedRange<Double> = 0...1
  /// The numbers of steps that are accepted.
  public static let stepCounts: ClosedRange<Int> = 1...1000
  /// The numbers of stairs that are accepted: more levels than 64 of a load are not kept apart.
  public static let stairCounts: ClosedRange<Int> = 1...32
  /// The shares of the duration that a spike may last: something must come after it.
  public static let spikeShares: ClosedRange<Double> = 0.001...0.6
  /// The factors of a peak and of a spike that are accepted.
  public static let factors: ClosedRange<Double> = 1...1000
  /// How many bursts one profile may have.
  public static let maxBursts: UInt64 = 1_000_000

  /// The text forms, with the values that are taken when a form names none.
  public static let forms: [(form: String, default: LoadShape)] = [
    ("steady", .steady),
    ("ramp[:FROM-SHARE]", .ramp(fromShare: 0)),
    ("steps[:COUNT]", .steps(count: 5)),
    ("stairs[:COUNT]", .stairs(count: 3)),
    ("peak[:FACTOR]", .peak(factor: 5)),
    ("spike[:FACTOR:SHARE]", .spike(factor: 10, share: 0.05)),
    ("bursts[:ON:OFF]", .bursts(onNs: 100_000_000, offNs: 900_000_000)),
  ]

  /// The rates over a duration.
  ///
  /// - Parameters:
  ///   - rate: Arrivals per second: of `steady`, of the top of `ramp`, `steps` and `stairs`,
  ///     before and after the `peak` or `spike`, and the mean over a cycle of `bursts`.
  ///   - durationNs: Nanoseconds, above 0 and at most `TimeText.longestNs`.
  /// - Throws: `RateError` when a value of the shape, the duration or a rate that comes out is out
  ///   of its range, the bursts are too many, or fewer arrivals than 1 are expected.
  /// - Complexity: O(*n*) in the number of segments: 1 to 4, the count of steps, two a stair, or two
  ///   a burst.
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
      return Self.spike(factor: factor, share: share, rate: rate, durationNs: durationNs)
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

  /// Lengths that differ by 1 ns at most and make up the whole.
  private static func cut(_ wholeNs: UInt64, into count: Int) -> [UInt64] {
    let count = UInt64(count)
    return (0..<count).map { wholeNs * ($0 + 1) / count - wholeNs * $0 / count }
  }

  private static func spike(
    factor: Double, share: Double, rate: Double, durationNs: UInt64
  ) -> [RateSegment] {
    let beforeNs = durationNs / 10 * 3
    let spikeNs = UInt64((Double(durationNs) * share).rounded())
    return [
      RateSegment(durationNs: beforeNs, rate: rate),
      RateSegment(durationNs: spikeNs, rate: rate * factor),
      RateSegment(durationNs: durationNs - beforeNs - spikeNs, rate: rate),
    ]
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
