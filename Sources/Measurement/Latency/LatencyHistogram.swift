import PlainText

/// The frequencies of times in classes of at most a thousandth of their value.
///
/// Percentiles are those of an HdrHistogram at three significant digits: the upper end of a class.
public struct LatencyHistogram: Equatable, Sendable {
  /// Times of one class.
  package struct Class: Equatable, Sendable {
    /// The longest time that the class holds, or the longest of all times in the last class.
    package let ns: UInt64
    /// The number of times.
    package var count: UInt64
  }

  /// The classes that have times in them, ascending.
  package private(set) var classes: [Class] = []
  /// The sum of the times, in nanoseconds.
  package private(set) var sumNs: Double = 0
  /// The number of times.
  public private(set) var count = 0

  /// Creates an empty histogram.
  public init() {}

  /// Creates a histogram of the recorded times.
  public init(_ recorder: LatencyRecorder) {
    for index in recorder.usedClasses where recorder.counts[index] > 0 {
      let ns = LatencyRecorder.maxNs(ofClass: index)
      classes.append(Class(ns: min(ns, recorder.maxNs), count: recorder.counts[index]))
    }
    sumNs = recorder.sumNs
    count = Int(classes.map(\.count).reduce(0, +))
  }

  /// Adds the times of another histogram.
  ///
  /// - Complexity: O(*n*) in the classes of both.
  public mutating func add(_ other: LatencyHistogram) {
    var merged: [Class] = []
    merged.reserveCapacity(max(classes.count, other.classes.count))
    var left = classes[...]
    var right = other.classes[...]
    while let first = left.first, let second = right.first {
      Self.append(first.ns <= second.ns ? left.removeFirst() : right.removeFirst(), to: &merged)
    }
    for part in left + right { Self.append(part, to: &merged) }
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
      // Only the last class of all is known by its longest time; of the others none was the longest.
      merged[merged.count - 1] = Class(
        ns: LatencyRecorder.maxNs(ofClass: index), count: last.count)
      merged.append(part)
    }
  }

  /// The mean of the times themselves; `nil` without times.
  public var meanNs: Double? { count > 0 ? sumNs / Double(count) : nil }

  /// The longest time itself, up to ``LatencyRecorder/longestNs``; `nil` without times.
  public var maxNs: UInt64? { classes.last?.ns }

  /// A percentile: the upper end of its class, but never more than the longest time.
  ///
  /// - Parameter percent: 0 to 100.
  /// - Returns: `nil` without times.
  public func percentileNs(_ percent: Double) -> UInt64? {
    guard count > 0 else { return nil }
    // The same rounding as HdrHistogram's: to the nearest whole rank, and at least the first.
    let rank = max(1, UInt64(min(100, percent) / 100 * Double(count) + 0.5))
    var seen: UInt64 = 0
    return classes.first { part in
      seen += part.count
      return seen >= rank
    }?.ns ?? maxNs
  }
}

extension LatencyHistogram {
  /// The classes as text: the longest time and the number of each, as `1023:5 2047:1`.
  package var text: String { classes.map { "\($0.ns):\($0.count)" }.joined(separator: " ") }

  /// Reads such a text.
  ///
  /// - Returns: `nil` unless times ascend, each with a count.
  package init?(text: String, sumNs: Double) {
    var last: UInt64?
    for part in text.split(separator: " ") {
      let numbers = part.split(separator: ":", omittingEmptySubsequences: false)
      guard numbers.count == 2, let ns = UInt64(decimal: numbers[0]),
        let count = UInt64(decimal: numbers[1]),
        last.map({ $0 < ns }) ?? true, ns <= LatencyRecorder.longestNs
      else { return nil }
      classes.append(Class(ns: ns, count: count))
      last = ns
    }
    self.sumNs = sumNs
    count = Int(classes.map(\.count).reduce(0, +))
  }
}

extension LatencyHistogram: Codable {
  private enum CodingKeys: CodingKey { case sumNs, ns, counts }

  /// Reads encoded classes.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    let ns = try values.decode([UInt64].self, forKey: .ns)
    let counts = try values.decode([UInt64].self, forKey: .counts)
    guard ns.count == counts.count, zip(ns, ns.dropFirst()).allSatisfy({ $0 < $1 }),
      ns.last.map({ $0 <= LatencyRecorder.longestNs }) ?? true
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .counts, in: values, debugDescription: "times must ascend, with a count for each")
    }
    classes = zip(ns, counts).map { Class(ns: $0, count: $1) }
    sumNs = try values.decode(Double.self, forKey: .sumNs)
    count = Int(counts.reduce(0, +))
  }

  /// Encodes the classes that have times.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(classes.map(\.ns), forKey: .ns)
    try values.encode(classes.map(\.count), forKey: .counts)
    try values.encode(sumNs, forKey: .sumNs)
  }
}

extension LatencyHistogram {
  /// A percentile, if at least one value may lie above it.
  package func knownPercentileNs(_ percent: Double) -> Double? {
    guard percent == 100 || Double(count) * (100 - percent) / 100 >= 1 else { return nil }
    return percentileNs(percent).map { Double($0) }
  }

  /// The number of times that are not above the class of this time.
  ///
  /// - Complexity: O(*n*) in the classes.
  package func count(upToNs ns: UInt64) -> Int {
    let limit = LatencyRecorder.index(of: min(ns, LatencyRecorder.longestNs))
    var sum: UInt64 = 0
    for part in classes {
      guard LatencyRecorder.index(of: part.ns) <= limit else { break }
      sum += part.count
    }
    return Int(sum)
  }

  /// The mean of the squares, in square nanoseconds, to a thousandth; `nil` without times.
  ///
  /// Each time counts as the middle of its class.
  ///
  /// - Complexity: O(*n*) in the classes.
  package var meanSquareNs: Double? {
    guard count > 0 else { return nil }
    var sum = 0.0
    for part in classes {
      let least = LatencyRecorder.minNs(ofClass: LatencyRecorder.index(of: part.ns))
      let middle = (Double(least) + Double(part.ns)) / 2
      sum += middle * middle * Double(part.count)
    }
    return sum / Double(count)
  }

  /// The ends of the class of a quantile.
  ///
  /// - Parameter share: 0 to 1.
  /// - Precondition: There is a time.
  func classNs(ofShare share: Double) -> (min: UInt64, max: UInt64) {
    let rank = Swift.min(Double(count), Swift.max(1, (share * Double(count)).rounded(.up)))
    var seen: UInt64 = 0
    let found = classes.first { part in
      seen += part.count
      return Double(seen) >= rank
    }
    let ns = found?.ns ?? 0
    return (LatencyRecorder.minNs(ofClass: LatencyRecorder.index(of: ns)), ns)
  }
}
