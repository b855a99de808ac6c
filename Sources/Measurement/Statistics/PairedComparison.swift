import Foundation

/// The ratio of a candidate's cost to a base's, from costs taken in pairs.
///
/// A pair is one process of each side, run one right after the other, with one number for each
/// process, such as its minimum CPU time per action. Disturbances that affect both sides of a pair
/// cancel in their ratio. Everything is computed on the logarithms of the ratios, so that swapping
/// the sides mirrors every number and the verdict.
///
/// Bounds and intervals are order statistics (see ``MedianInterval``). They assume independent
/// pairs, not a form of the distribution. Several samples of one process are not independent pairs.
package struct PairedComparison: Sendable {
  private let rule: Rule
  /// The natural logarithms of candidate / base.
  private let logRatios: SortedSamples
  private let median: Double
  /// The one-sided bounds of the median; `nil` with too few pairs.
  private let bounds: MedianInterval?

  /// The thresholds beyond which a difference counts.
  ///
  /// There are two conditions because each alone fails. A bound alone reports a tenth of a per cent
  /// once there are enough pairs; a median alone follows the noise. Over 6,000 pairs of identical
  /// 35 ms processes the standard rule raised no false alarm in 600 comparisons of 20 interleaved
  /// pairs and detected 99 % of slowdowns of 5 %. On the same pairs a stored baseline with a gate
  /// of 5 % raised 3-22 % false alarms, and the Mann–Whitney test on sequential runs 15 %.
  package struct Rule: Equatable, Sendable {
    /// The minimum distance of the median log-ratio from 0.
    let minMedian: Double
    /// The minimum distance of the bound's log-ratio from 0.
    let minBound: Double
    /// The confidence of each one-sided bound.
    let confidence: Double
    /// The number of pairs that a comparison should make; fewer have a verdict down to
    /// ``PairedComparison/pairsNeeded(confidence:)``.
    package let pairs: Int

    /// 2 % in the median, 1 % at 99 % confidence, 20 pairs.
    package static let standard = Rule()

    /// The rule of tables, which do not gate: one of 20 comparisons of equal costs is called
    /// different by chance.
    package static let descriptive = Rule(confidence: (1 + Summary.Bounds.confidence) / 2)

    /// Creates a rule.
    ///
    /// - Parameters:
    ///   - medianThreshold: The minimum distance of the median ratio from 1, as a share.
    ///   - boundThreshold: The minimum distance of the bound from 1, as a share.
    ///   - confidence: The confidence of each one-sided bound, above 0.5 and below 1.
    ///   - pairs: The number of pairs that a comparison should make.
    init(
      medianThreshold: Double = 0.02, boundThreshold: Double = 0.01, confidence: Double = 0.99,
      pairs: Int = 20
    ) {
      for (name, share) in [
        ("medianThreshold", medianThreshold), ("boundThreshold", boundThreshold),
      ] {
        precondition(share >= 0 && share.isFinite, "\(name): must be 0 or more, got \(share)")
      }
      let needed = PairedComparison.pairsNeeded(confidence: confidence)
      precondition(pairs >= needed, "pairs: must be \(needed) or more, got \(pairs)")
      minMedian = log(1 + medianThreshold)
      minBound = log(1 + boundThreshold)
      self.confidence = confidence
      self.pairs = pairs
    }
  }

  /// Compares costs taken in pairs.
  ///
  /// - Parameter pairs: Costs above 0 and finite, in one unit.
  /// - Returns: `nil` without pairs, if a cost is not above 0 and finite, and if a ratio is not
  ///   finite.
  /// - Complexity: O(*n* log *n*).
  package init?(pairs: [(base: Double, candidate: Double)], rule: Rule = .standard) {
    let ratios = pairs.compactMap { Self.logRatio($0.base, $0.candidate) }
    guard !ratios.isEmpty, ratios.count == pairs.count else { return nil }
    self.rule = rule
    logRatios = SortedSamples(ratios)
    let values = logRatios.values
    // Not `SortedSamples.median`, whose interpolation differs in the last bit from the other end:
    // a verdict at the threshold would then depend on the order of the sides.
    median = (values[(values.count - 1) / 2] + values[values.count / 2]) / 2
    // Both ends of a two-sided interval at 98 % are one-sided bounds at 99 %.
    bounds = MedianInterval(logRatios, confidence: 2 * rule.confidence - 1)
  }

  /// Returns the natural logarithm of candidate / base; `nil` if there is none.
  ///
  /// The larger is divided by the smaller. Swapping them then changes the sign only, and 102 ns over
  /// 100 ns is 1.02 to the last bit, which a difference of logarithms is not.
  private static func logRatio(_ base: Double, _ candidate: Double) -> Double? {
    guard base > 0, base.isFinite, candidate > 0, candidate.isFinite else { return nil }
    let ratio = candidate >= base ? log(candidate / base) : -log(base / candidate)
    return ratio.isFinite ? ratio : nil
  }

  /// Returns the minimum number of pairs for a one-sided bound: 7 at 99 %.
  ///
  /// - Parameter confidence: Above 0.5 and below 1.
  static func pairsNeeded(confidence: Double) -> Int {
    precondition(
      confidence > 0.5 && confidence < 1,
      "confidence: must be above 0.5 and below 1, got \(confidence)")
    return MedianInterval.samplesNeeded(confidence: 2 * confidence - 1)
  }

  package var count: Int { logRatios.count }

  /// The median of candidate / base; of an even number of pairs the geometric mean of the two ratios
  /// in the middle.
  package var ratio: Double { exp(median) }

  /// The ratio above which the true median lies at the rule's confidence; `nil` with too few pairs.
  var lowerBound: Double? { bounds.map { exp($0.low) } }

  /// The ratio below which the true median lies at the rule's confidence; `nil` with too few pairs.
  var upperBound: Double? { bounds.map { exp($0.high) } }

  /// Returns the interval of the ratio; `nil` if the pairs are too few for the confidence.
  ///
  /// - Parameter confidence: Above 0 and below 1.
  package func interval(confidence: Double = Summary.Bounds.confidence) -> MedianInterval? {
    MedianInterval(SortedSamples(logRatios.values.map { exp($0) }), confidence: confidence)
  }

  /// The verdict of the rule.
  package var verdict: Verdict {
    guard let bounds else {
      let needed = Self.pairsNeeded(confidence: rule.confidence)
      return .inconclusive(.tooFewPairs(needed: needed, got: count))
    }
    if median > rule.minMedian, bounds.low > rule.minBound { return .slower }
    if -median > rule.minMedian, -bounds.high > rule.minBound { return .faster }
    return .same
  }

  /// The minimum detectable effect in either direction, as a share; `nil` with too few pairs.
  ///
  /// If every candidate is multiplied by one factor, the median moves and the scatter stays. The
  /// verdict changes where the median passes this effect.
  package var smallestVisible: Double? {
    bounds.map { bounds in
      let slower = max(rule.minMedian, rule.minBound + (median - bounds.low))
      let faster = max(rule.minMedian, rule.minBound + (bounds.high - median))
      return expm1(max(slower, faster))
    }
  }
}
