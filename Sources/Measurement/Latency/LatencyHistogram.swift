/// The frequencies of times in classes of at most a thousandth of their value.
///
/// Percentiles are those of an HdrHistogram at three significant digits: the upper end of a class.
public struct LatencyHistogram: Equatable, Sendable {
  package struct Class: Equatable, Sendable {
    /// The longest time that the class holds, or the longest of all times in the last class.
    package let ns: UInt64
    /// The number of times.
    package var count: UInt64
  }

  /// The classes that have times in them, ascending.
  package private(set) var classes: [Class] = []
  /// The sum of the times, in nanoseconds.
  private(set) var sumNs: Double = 0
  /// The number of times.
  public private(set) var count = 0

  /// Creates an empty histogram.
  public init() {}

  private init(_ classes: [Class], sumNs: Double) {
    self.classes = classes
    self.sumNs = sumNs
    count = Int(classes.reduce(0) { $0 + $1.count })
  }

  /// Creates a histogram of the recorded times.
  public init(_ recorder: LatencyRecorder) {
    // Indices, because a debug build calls each step of an iterator, for thousands of classes.
    let used = recorder.usedClasses
    var index = used.lowerBound
    while index < used.upperBound {
      let times = recorder.counts[index]
      if times > 0 {
        let ns = min(LatencyRecorder.maxNs(ofClass: index), recorder.maxNs)
        classes.append(Class(ns: ns, count: times))
        count += Int(times)
      }
      index += 1
    }
    sumNs = recorder.sumNs
  }

  /// Creates a histogram of the times of several.
  package init(joining parts: some Sequence<LatencyHistogram>) {
    self.init()
    for part in parts { add(part) }
  }

  /// Adds the times of another histogram.
  ///
  /// - Complexity: O(*n*) in the classes of both.
  public mutating func add(_ other: LatencyHistogram) {
    var merged: [Class] = []
    merged.reserveCapacity(max(classes.count, other.classes.count))
    var (left, right) = (0, 0)
    while left < classes.count || right < other.classes.count {
      let isRight =
        left == classes.count
        || right < other.classes.count && other.classes[right].ns < classes[left].ns
      Self.append(isRight ? other.classes[right] : classes[left], to: &merged)
      if isRight { right += 1 } else { left += 1 }
    }
    classes = merged
    sumNs += other.sumNs
    count += other.count
  }

  /// Appends times that are not shorter than those already there.
  private static func append(_ part: Class, to merged: inout [Class]) {
    guard let last = merged.last else { return merged.append(part) }
    let index = LatencyRecorder.index(of: last.ns)
    if index == LatencyRecorder.index(of: part.ns) {
      merged[merged.count - 1] = Class(ns: part.ns, count: last.count + part.count)
    } else {
      // Only the last class of all is known by its longest time.
      merged[merged.count - 1] = Class(
        ns: LatencyRecorder.maxNs(ofClass: index), count: last.count)
      merged.append(part)
    }
  }
}

// MARK: - Statistics

extension LatencyHistogram {
  /// The mean of the times themselves; `nil` without times.
  public var meanNs: Double? { count > 0 ? sumNs / Double(count) : nil }

  /// The longest time itself, up to ``LatencyRecorder/longestNs``; `nil` without times.
  public var maxNs: UInt64? { classes.last?.ns }

  /// Returns a percentile: the upper end of its class, but never more than the longest time.
  ///
  /// - Parameter percent: 0 to 100.
  /// - Returns: `nil` without times.
  public func percentileNs(_ percent: Double) -> UInt64? {
    // HdrHistogram rounds to the nearest whole rank.
    ns(atRank: UInt64(min(100, percent) / 100 * Double(count) + 0.5))
  }

  /// Returns a percentile if at least one value may lie above it.
  package func knownPercentileNs(_ percent: Double) -> Double? {
    guard percent == 100 || Double(count) * (100 - percent) / 100 >= 1 else { return nil }
    return percentileNs(percent).map { Double($0) }
  }

  /// Returns the end of the class of a rank, which is at least the first; `nil` without times.
  private func ns(atRank rank: UInt64) -> UInt64? {
    guard count > 0 else { return nil }
    var seen: UInt64 = 0
    let found = classes.first { part in
      seen += part.count
      return seen >= max(1, rank)
    }
    return found?.ns ?? maxNs
  }

  /// Returns the ends of the class of a quantile of 0 to 1; the histogram must not be empty.
  func classNs(ofShare share: Double) -> (min: UInt64, max: UInt64) {
    let ns = ns(atRank: UInt64((share * Double(count)).rounded(.up))) ?? 0
    return (LatencyRecorder.minNs(ofClass: LatencyRecorder.index(of: ns)), ns)
  }

  /// Returns the number of times that are not above the class of this time.
  ///
  /// - Complexity: O(*n*) in the classes.
  package func count(upToNs ns: UInt64) -> Int {
    let limit = LatencyRecorder.index(of: min(ns, LatencyRecorder.longestNs))
    var below: UInt64 = 0
    for part in classes {
      guard LatencyRecorder.index(of: part.ns) <= limit else { break }
      below += part.count
    }
    return Int(below)
  }
}

// MARK: - Encoding

extension LatencyHistogram: Codable {
  private enum CodingKeys: CodingKey { case sumNs, ns, counts }

  /// Decodes the classes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let ns = try values.decode([UInt64].self, forKey: .ns)
    let counts = try values.decode([UInt64].self, forKey: .counts)
    guard ns.count == counts.count, zip(ns, ns.dropFirst()).allSatisfy({ $0 < $1 }),
      ns.last ?? 0 <= LatencyRecorder.longestNs
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .counts, in: values, debugDescription: "times must ascend, with a count for each")
    }
    self.init(
      zip(ns, counts).map { Class(ns: $0, count: $1) },
      sumNs: try values.decode(Double.self, forKey: .sumNs))
  }

  /// Encodes the classes that have times.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(classes.map(\.ns), forKey: .ns)
    try values.encode(classes.map(\.count), forKey: .counts)
    try values.encode(sumNs, forKey: .sumNs)
  }
}
