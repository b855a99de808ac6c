private import Histogram

/// How often times were seen, in classes of which each is at most a thousandth wide.
///
/// Percentiles are those of an HdrHistogram at three significant digits: the upper end of a class.
public struct LatencyHistogram: Equatable, Sendable {
  /// Times of one class.
  struct Class: Equatable {
    /// The longest that the class holds, or that was seen in it.
    let ns: UInt64
    var count: UInt64
  }

  /// The classes that have times in them, ascending.
  private(set) var classes: [Class] = []
  private(set) var sumNs: Double = 0
  /// How many times there are.
  public private(set) var count = 0

  /// No times at all.
  public init() {}

  /// What a recorder has counted so far.
  public init(_ recorder: LatencyRecorder) {
    for index in recorder.usedClasses where recorder.counts[index] > 0 {
      let ns = LatencyRecorder.maxNs(ofClass: index)
      classes.append(Class(ns: min(ns, recorder.maxNs), count: recorder.counts[index]))
    }
    sumNs = recorder.sumNs
    count = Int(classes.map(\.count).reduce(0, +))
  }

  /// Takes the times of another one in: percentiles of the sum are those of all times.
  ///
  /// - Complexity: O(*n*) in the classes of both.
  public mutating func add(_ other: LatencyHistogram) {
    var sums: [Int: Class] = [:]
    for part in classes + other.classes {
      let index = LatencyRecorder.index(of: part.ns)
      let known = sums[index]
      sums[index] = Class(
        ns: max(part.ns, known?.ns ?? 0), count: part.count + (known?.count ?? 0))
    }
    // Only the last class of all is known by its longest time; of the others none was the longest.
    let last = sums.keys.max()
    classes = sums.sorted { $0.key < $1.key }.map { index, part in
      index == last
        ? part : Class(ns: LatencyRecorder.maxNs(ofClass: index), count: part.count)
    }
    sumNs += other.sumNs
    count += other.count
  }

  /// The mean, of the times themselves; `nil` when there are none.
  public var meanNs: Double? { count > 0 ? sumNs / Double(count) : nil }

  /// The longest time, itself and not its class, up to ``LatencyRecorder/longestNs``; `nil` when
  /// there are none.
  public var maxNs: UInt64? { classes.last?.ns }

  /// The time that so many per cent of all are not above: the upper end of its class, as all
  /// HdrHistograms say it, but never more than the longest.
  ///
  /// - Parameter percent: 0 to 100.
  /// - Returns: `nil` when there are no times.
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

  /// The table that HdrHistogram's plotters read, in microseconds.
  public func write(percentileTable text: inout String) {
    hdr.outputPercentileDistribution(to: &text, outputValueUnitScalingRatio: 1000)
  }

  /// The same in the library's own type.
  private var hdr: Histogram<UInt64> {
    var histogram = Histogram<UInt64>(
      highestTrackableValue: LatencyRecorder.longestNs, numberOfSignificantValueDigits: .three)
    for part in classes { histogram.record(part.ns, count: part.count) }
    return histogram
  }
}

extension LatencyHistogram: Codable {
  private enum CodingKeys: CodingKey { case sumNs, ns, counts }

  /// Reads the classes that were written.
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

  /// Writes the classes that have times, and nothing of the others.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(classes.map(\.ns), forKey: .ns)
    try values.encode(classes.map(\.count), forKey: .counts)
    try values.encode(sumNs, forKey: .sumNs)
  }
}

extension LatencyHistogram {
  /// A percentile, where at least one value may lie above it.
  package func knownPercentileNs(_ percent: Double) -> Double? {
    guard percent == 100 || Double(count) * (100 - percent) / 100 >= 1 else { return nil }
    return percentileNs(percent).map { Double($0) }
  }
}
