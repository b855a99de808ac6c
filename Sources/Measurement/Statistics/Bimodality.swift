/// The best split of samples in two, and whether it is more than chance.
///
/// One process finds its memory well aligned, the next does not, and each is steady: the samples
/// then lie in two clumps, and their median jumps from one to the other with the number of samples
/// in each. An interval or a spread does not say so.
///
/// The split is the one with the least variance within its parts, two-means in one dimension, found
/// by trying every rank. Whether the parts lie further apart than those of samples without clumps
/// is the test of L. Engelman and J. A. Hartigan, *Percentage points of a test for clusters*, 1969.
/// It is stated here as the distance in deviations of K. M. Ashman, C. M. Bird and S. E. Zepf,
/// *Detecting bimodality in astronomical datasets*, 1994, with one deviation pooled from both
/// parts, because that of three samples alone is a guess. Their "above 2" is the least distance at
/// which two normal clumps show two peaks; it is no test, since even samples split at 3.5. The
/// bounds are in ``Summary/Bounds``.
///
/// Few samples hide clumps. Three of nine that lie 10 deviations above the others are seen in 32 of
/// 100 tries, at 15 deviations in 85 and at 20 in 99; four of twelve at 10 in 69, seven of twenty
/// in 99. There is no more to be had at one false alarm in a thousand: of nine uniform samples, as
/// many look like this, and a likelihood ratio that knows the distance sees 36 of 100. Hartigan's
/// dip, made for this question, sees none of nine or twelve and 17 of 100 of twenty.
public struct Bimodality: Equatable, Sendable {
  /// How many samples lie in the lower part.
  public let lowerCount: Int
  /// How many samples lie in the upper part.
  public let upperCount: Int
  /// The mean of the lower part.
  public let lowerCentre: Double
  /// The mean of the upper part.
  public let upperCentre: Double
  /// The distance of the centres in standard deviations within the parts; infinite when all samples
  /// of each part are equal.
  public let separation: Double

  /// Splits samples in two.
  ///
  /// - Returns: Nil with fewer than ``Summary/Bounds/clumpSamples`` samples, and when all that may
  ///   be parted are equal.
  /// - Complexity: O(*n*).
  public init?(_ samples: SortedSamples) {
    guard samples.count >= Summary.Bounds.clumpSamples, let median = samples.median
    else { return nil }
    // From the median, so that sums of samples far from 0 keep their digits.
    let values = samples.values.map { $0 - median }
    guard let size = Self.bestSplit(values) else { return nil }
    let lower = values[..<size]
    let upper = values[size...]
    let lowerMean = lower.reduce(0, +) / Double(lower.count)
    let upperMean = upper.reduce(0, +) / Double(upper.count)
    var squares = 0.0
    for value in lower { squares += (value - lowerMean) * (value - lowerMean) }
    for value in upper { squares += (value - upperMean) * (value - upperMean) }
    lowerCount = lower.count
    upperCount = upper.count
    lowerCentre = lowerMean + median
    upperCentre = upperMean + median
    let deviation = (squares / Double(values.count - 2)).squareRoot()
    separation = (upperMean - lowerMean) / deviation
  }

  /// How many samples belong to the lower part, or nil when no split parts anything.
  ///
  /// The least variance within is the largest between: *k*·(*n* − *k*)/*n* times the square of the
  /// distance of the means.
  private static func bestSplit(_ values: [Double]) -> Int? {
    let least = Summary.Bounds.clumpSize(count: values.count)
    let total = values.reduce(0, +)
    var below = 0.0
    var best: (size: Int, between: Double)?
    for size in 1...(values.count - least) {
      below += values[size - 1]
      // Equal samples belong together.
      guard size >= least, values[size - 1] < values[size] else { continue }
      let rest = values.count - size
      let distance = (total - below) / Double(rest) - below / Double(size)
      let between = Double(size) * Double(rest) * distance * distance
      if between > best?.between ?? 0 { best = (size, between) }
    }
    return best?.size
  }

  /// How far the upper centre lies above the lower one, as a share of the lower one: 0.1 is 10 %.
  /// Infinite when the lower centre is 0.
  public var distance: Double { (upperCentre - lowerCentre) / abs(lowerCentre) }

  /// Whether the parts are two clumps: as far apart, in deviations and in per cent, as
  /// ``Summary/Bounds`` asks.
  public var isBimodal: Bool {
    separation > Summary.Bounds.clumpSeparation(count: lowerCount + upperCount)
      && distance > Summary.Bounds.clumpDistance
  }
}
