extension PairedComparison {
  /// When a difference counts. The one home of these numbers.
  ///
  /// Two conditions, because each alone fails. A bound alone calls a tenth of a per cent a
  /// regression once there are enough pairs; a median alone follows the noise. Measured over 6,000
  /// pairs of identical 35 ms processes, at the standard numbers and on each process's least
  /// thread-CPU time: no false alarm in 600 comparisons of 20 interleaved pairs, and a slowdown of
  /// 5 % was seen in 99 % of them. On the same pairs a stored baseline with a gate of 5 % raised
  /// 3-22 % false alarms, and the Mann–Whitney test on sequential runs 15 %.
  public struct Rule: Equatable, Sendable {
    /// How far the median of the ratios must lie from 1, as a share: 0.02 is 2 %.
    ///
    /// Above 1.02 is slower, below 1 / 1.02 is faster: swapping the sides swaps the verdict.
    public let medianThreshold: Double
    /// How far from 1 the median must lie with certainty, as a share: 0.01 is 1 %.
    public let boundThreshold: Double
    /// The confidence of each one-sided bound, above 0.5 and below 1.
    public let confidence: Double
    /// How many pairs a comparison should make. Fewer still have a verdict, down to
    /// ``PairedComparison/pairsNeeded(confidence:)``; the rates above were measured with 20.
    public let pairs: Int

    /// 2 % in the median, 1 % at 99 % confidence, 20 pairs.
    public static let standard = Rule()

    /// For tables that are read and gate nothing: what is called different is what a 95 % interval
    /// shows, so of 20 comparisons of equal things one is called different by chance.
    public static let descriptive = Rule(confidence: (1 + Summary.Bounds.confidence) / 2)

    /// Makes a rule.
    ///
    /// - Parameters:
    ///   - medianThreshold: A share, 0 or more and finite.
    ///   - boundThreshold: A share, 0 or more and finite.
    ///   - confidence: Above 0.5 and below 1.
    ///   - pairs: At least as many as the confidence needs: 7 at 99 %.
    public init(
      medianThreshold: Double = 0.02, boundThreshold: Double = 0.01, confidence: Double = 0.99,
      pairs: Int = 20
    ) {
      precondition(
        medianThreshold >= 0 && medianThreshold.isFinite,
        "medianThreshold: must be 0 or more, got \(medianThreshold)")
      precondition(
        boundThreshold >= 0 && boundThreshold.isFinite,
        "boundThreshold: must be 0 or more, got \(boundThreshold)")
      let needed = PairedComparison.pairsNeeded(confidence: confidence)
      precondition(pairs >= needed, "pairs: must be \(needed) or more, got \(pairs)")
      self.medianThreshold = medianThreshold
      self.boundThreshold = boundThreshold
      self.confidence = confidence
      self.pairs = pairs
    }
  }
}
