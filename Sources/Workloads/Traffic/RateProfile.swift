/// The rate of arrivals over the whole of a load: segments that follow one another.
public struct RateProfile: Hashable, Sendable {
  /// The segments, in their order; the rate may jump from one to the next.
  public let segments: [RateSegment]
  /// When each segment ends, in nanoseconds from the start.
  private let endsNs: [UInt64]

  /// How long it lasts, in nanoseconds.
  public var totalNs: UInt64 { endsNs[endsNs.count - 1] }

  /// How many arrivals are expected in all: the rate, integrated.
  public let expectedArrivals: Double

  /// A profile of these segments.
  ///
  /// - Throws: `RateError` when there is no segment, a duration is 0, the whole is longer than
  ///   `TimeText.longestNs`, a rate is not in `RateSegment.rates`, or fewer arrivals than 1 are
  ///   expected.
  /// - Complexity: O(*n*) in the number of segments, 32 bytes each.
  public init(_ segments: [RateSegment]) throws(RateError) {
    guard !segments.isEmpty else { throw .noSegments }
    var endsNs: [UInt64] = []
    var endNs: UInt64 = 0
    var arrivals = 0.0
    for segment in segments {
      try segment.check()
      endNs += segment.durationNs
      guard endNs <= TimeText.longestNs else {
        throw .outOfRange(
          value: TimeText.text(ns: endNs), what: "duration of all segments",
          allowed: "at most \(TimeText.text(ns: TimeText.longestNs))")
      }
      endsNs.append(endNs)
      arrivals += segment.expectedArrivals
    }
    guard arrivals >= 1 else { throw .tooFewArrivals(expected: arrivals) }
    self.segments = segments
    self.endsNs = endsNs
    expectedArrivals = arrivals
  }

  /// The rate at an instant, in arrivals per second; 0 from the end on.
  ///
  /// Where the rate jumps it is the one after the jump.
  ///
  /// - Parameter atNs: Nanoseconds from the start.
  /// - Complexity: O(log *n*) in the number of segments.
  public func rate(atNs: UInt64) -> Double {
    guard atNs < totalNs else { return 0 }
    var low = 0
    var high = endsNs.count - 1
    while low < high {
      let middle = (low + high) / 2
      if atNs < endsNs[middle] { high = middle } else { low = middle + 1 }
    }
    let segment = segments[low]
    let startNs = endsNs[low] - segment.durationNs
    let share = Double(atNs - startNs) / Double(segment.durationNs)
    return segment.fromRate + (segment.toRate - segment.fromRate) * share
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

  /// Writes the segments; the rest follows from them when they are read.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(segments, forKey: .segments)
  }
}
