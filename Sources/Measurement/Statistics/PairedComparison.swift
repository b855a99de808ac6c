#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whether a candidate costs more or less than a base, from costs taken in pairs.
///
/// A pair is one process of each side, run one right after the other, with one number for each
/// process, such as its least CPU time per action. What the machine does to both sides of a pair
/// alike cancels in their ratio. Everything is computed on the logarithms of the ratios, so that a
/// candidate twice as fast weighs as much as one twice as slow, and swapping the sides mirrors
/// every number and the verdict.
///
/// Bounds and intervals are order statistics of the log-ratios: see ``MedianInterval`` for their
/// source. They assume pairs that are independent, not a form of the distribution.
///
/// Wrong for: costs that were not taken in pairs (see ``MannWhitney`` and ``BootstrapInterval``),
/// and several samples of one process, which are no independent pairs.
public struct PairedComparison: Equatable, Sendable {
  /// The rule that decides.
  public let rule: Rule
  /// The natural logarithms of candidate / base, ascending.
  private let logRatios: SortedSamples
  /// The median of the log-ratios.
  private let median: Double
  /// The one-sided bounds of the median of the log-ratios; nil with too few pairs.
  private let bounds: Bounds?

  /// Two log-ratios, each of which is beyond the true median with at most 1 − confidence.
  private struct Bounds: Equatable {
    var lower: Double
    var upper: Double
  }

  /// Compares costs taken in pairs.
  ///
  /// - Parameters:
  ///   - pairs: Costs above 0 and finite, in one unit.
  ///   - rule: When a difference counts.
  /// - Returns: Nil when there are no pairs, when a cost is not above 0 and finite, and when a
  ///   ratio is beyond what a `Double` holds. The caller then leaves the cells empty and says why.
  /// - Complexity: O(*n* log *n*).
  public init?(pairs: [(base: Double, candidate: Double)], rule: Rule = .standard) {
    var ratios: [Double] = []
    for pair in pairs {
      guard let ratio = Self.logRatio(pair.base, pair.candidate) else { return nil }
      ratios.append(ratio)
    }
    guard !ratios.isEmpty else { return nil }
    self.rule = rule
    logRatios = SortedSamples(ratios)
    let values = logRatios.values
    // Not `SortedSamples.median`, whose interpolation is not the same bit for bit from the other
    // end: a verdict at the threshold would then depend on which side is called the base.
    median = (values[(values.count - 1) / 2] + values[values.count / 2]) / 2
    // Both ends of a two-sided interval at 98 % are one-sided bounds at 99 %.
    bounds = MedianInterval(logRatios, confidence: 2 * rule.confidence - 1).map {
      Bounds(lower: $0.low, upper: $0.high)
    }
  }

  /// The natural logarithm of candidate / base, or nil when there is none.
  ///
  /// The larger is divided by the smaller: then swapping them changes the sign and nothing else,
  /// and 102 ns over 100 ns is 1.02 to the last bit, which a difference of logarithms is not.
  private static func logRatio(_ base: Double, _ candidate: Double) -> Double? {
    guard base > 0, base.isFinite, candidate > 0, candidate.isFinite else { return nil }
    let ratio = candidate >= base ? log(candidate / base) : -log(base / candidate)
    return ratio.isFinite ? ratio : nil
  }

  /// How many pairs it takes until a one-sided bound exists: 7 at 99 %.
  ///
  /// - Parameter confidence: Above 0.5 and below 1.
  public static func pairsNeeded(confidence: Double) -> Int {
    precondition(
      confidence > 0.5 && confidence < 1,
      "confidence: must be above 0.5 and below 1, got \(confidence)")
    return MedianInterval.samplesNeeded(confidence: 2 * confidence - 1)
  }
}

// MARK: - Ratios

extension PairedComparison {
  /// How many pairs there were; at least 1.
  public var count: Int { logRatios.count }

  /// The median of candidate / base; above 1 the candidate costs more. Of an even number of pairs
  /// the geometric mean of the two ratios in the middle.
  public var ratio: Double { exp(median) }

  /// The ratio above which the true median lies at the rule's confidence; nil with too few pairs.
  public var lowerBound: Double? { bounds.map { exp($0.lower) } }

  /// The ratio below which the true median lies at the rule's confidence; nil with too few pairs.
  public var upperBound: Double? { bounds.map { exp($0.upper) } }

  /// The two ratios between which the true median lies.
  ///
  /// - Parameter confidence: Above 0 and below 1; that of a ``Summary`` unless said otherwise.
  /// - Returns: Ratios of candidate over base; nil when the pairs are too few for the confidence.
  /// - Complexity: O(*n*).
  public func interval(confidence: Double = Summary.Bounds.confidence) -> MedianInterval? {
    MedianInterval(SortedSamples(logRatios.values.map { exp($0) }), confidence: confidence)
  }
}

// MARK: - Verdict

extension PairedComparison {
  /// What the rule decides.
  public var verdict: Verdict {
    guard let bounds else {
      let needed = Self.pairsNeeded(confidence: rule.confidence)
      return .inconclusive(.tooFewPairs(needed: needed, got: count))
    }
    if median > minMedian, bounds.lower > minBound { return .slower }
    if -median > minMedian, -bounds.upper > minBound { return .faster }
    return .same
  }

  /// The median ratio above which pairs that scatter like these are called slower; 1.02 or more
  /// under the standard rule, nil with too few pairs.
  ///
  /// Exact, not an estimate: multiply every candidate by one factor, so that the median moves and
  /// the scatter stays. The verdict turns to slower when the median passes this ratio. It is the
  /// larger of both conditions' needs, 1.02 and 1.01 · median / lower bound.
  public var smallestSlower: Double? { slowerShift.map { exp($0) } }

  /// The median ratio below which pairs that scatter like these are called faster; 1 / 1.02 or less
  /// under the standard rule, nil with too few pairs. The mirror image of ``smallestSlower``.
  public var smallestFaster: Double? { fasterShift.map { exp(-$0) } }

  /// The smallest effect that could have been seen in either direction, as a share: 0.02 or more
  /// under the standard rule; nil with too few pairs.
  ///
  /// A slowdown by this share, and a speed-up by this factor, would both have been called. "No
  /// difference found" says nothing about smaller ones.
  public var smallestVisible: Double? {
    guard let slower = slowerShift, let faster = fasterShift else { return nil }
    return expm1(max(slower, faster))
  }

  /// How far the median log-ratio must lie from 0.
  private var minMedian: Double { log(1 + rule.medianThreshold) }

  /// How far the bound's log-ratio must lie from 0.
  private var minBound: Double { log(1 + rule.boundThreshold) }

  private var slowerShift: Double? {
    bounds.map { max(minMedian, minBound + (median - $0.lower)) }
  }

  private var fasterShift: Double? {
    bounds.map { max(minMedian, minBound + ($0.upper - median)) }
  }
}
