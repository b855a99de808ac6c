#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// A two-sided interval for a percentile of times that follow one another in a queue.
///
/// Such times are not independent: who comes behind a long wait waits long as well, so an interval
/// that counts every action for itself is several times too narrow. Here the load is parted into
/// consecutive batches, and it is the batches that scatter.
///
/// In each batch the times up to the percentile of all are counted. What that differs from the
/// share of all, over all batches, gives the standard error of the share: the ratio estimator of
/// W. G. Cochran, *Sampling Techniques*, 3rd ed., section 6.3, so that batches need not be of one
/// size. Adjacent batches are merged, two by two, down to at most ``mostBatches``, and further while
/// a batch still resembles the next: J. von Neumann's ratio, 1941, one-sided at 5 %, as in
/// G. S. Fishman and L. S. Yarberry's LABATCH, *An implementation of the batch means method*, 1997.
/// Student's *t* times the error is laid to both sides of the share itself, and the two shares are
/// read off the times of the whole load, to the outer ends of their classes.
///
/// A tail comes in few long excursions, and batches then scatter with a long tail of their own: the
/// error is known worse than *B* − 1 degrees of freedom say. A variance with kurtosis *k* has
/// 2·*B* / (*k* − 1) of them (F. E. Satterthwaite's rule, 1946, on Cochran's variance of a
/// variance); the smaller count of both is taken, and at least 2. A logit or an arcsine of the share
/// instead loses up to 4 points of coverage and was not taken.
///
/// Of 1,000 simulated loads each of M/M/1 and M/D/1 at 50, 80 and 95 % busy, of 500,000, 1 million
/// and 2 million actions, it holds the true p50, p99 and p99.9 of the response in 93.5 to 96.2 of
/// 100. Two cells are apart. The p50 of M/D/1 at 50 % is held in 98: just half of all do not wait,
/// and nothing is shorter. The p99.9 at 95 % has one with 16 million actions, held in 93 to 95,
/// and with 2 million in 1 to 49 of 1,000 loads. `Scripts/vectors/study_quantile_interval.py` prints
/// the table.
///
/// Where a load is so short that most of its kind have no interval, those that have one saw more of
/// the tail than there is, and only a third to two thirds of them hold the percentile; of all loads
/// it is then still no more than 7 in 100 that have an interval beside it.
///
/// It says nothing about the next process: that is a ``RoundInterval``.
package struct QuantileInterval: Equatable, Sendable {
  /// Fewest batches that are taken for uncorrelated.
  package static let fewestBatches = 8
  /// Most batches that are kept apart; of more the adjacent ones are merged first, because short
  /// batches hold a part of an excursion only.
  package static let mostBatches = 32
  /// Fewest batches that must hold a time at or beyond the percentile, before they are merged for
  /// their correlation. With fewer excursions it is chance whether the percentile was seen at all.
  package static let fewestBeyond = 16
  /// Where von Neumann's ratio, standardised, is called a correlation: the one-sided 5 % point.
  private static let correlatedScore = 1.645

  /// The lower end in nanoseconds: the shortest time of its class.
  package let low: Double
  /// The upper end in nanoseconds: the longest time of its class, or of all.
  package let high: Double
  /// How many batches were left after merging, ``fewestBatches`` to ``mostBatches``.
  package let batches: Int

  /// Finds the interval.
  ///
  /// - Parameters:
  ///   - percent: Above 0 and below 100.
  ///   - batches: The times of consecutive parts of one load, in their order, of about one size; 32,
  ///     64 or 128 of them are best. Those without times are left out.
  ///   - confidence: Above 0 and below 1; that of a ``Summary`` unless said otherwise.
  /// - Returns: Nil when fewer than ``fewestBeyond`` batches hold a time at or beyond the percentile
  ///   (at or below it, for those under the 50th), when ``fewestBatches`` are still correlated, and
  ///   when an end would lie beyond all times.
  /// - Complexity: O(*n*) in the classes of all batches together, times the number of batches.
  package init?(
    percent: Double, of batches: [LatencyHistogram],
    confidence: Double = Summary.Bounds.confidence
  ) {
    precondition(
      percent > 0 && percent < 100, "percent: must be above 0 and below 100, got \(percent)")
    var all = LatencyHistogram()
    for batch in batches { all.add(batch) }
    guard let ns = all.percentileNs(percent) else { return nil }
    var parts = batches.filter { $0.count > 0 }.map { Part($0, ns: ns) }
    while parts.count > Self.mostBatches { parts = Self.merged(parts) }
    let isUpper = percent >= 50
    guard parts.count(where: { (isUpper ? $0.count - $0.below : $0.upTo) > 0 }) >= Self.fewestBeyond
    else { return nil }
    let ratio = Double(all.count(upToNs: ns)) / Double(all.count)
    var deviations = Self.deviations(parts, ratio)
    while Self.correlation(deviations) > Self.correlatedScore {
      parts = Self.merged(parts)
      guard parts.count >= Self.fewestBatches else { return nil }
      deviations = Self.deviations(parts, ratio)
    }
    let reach = Self.reach(deviations, confidence: confidence) / Double(all.count)
    let share = percent / 100
    guard reach < share, reach < 1 - share else { return nil }
    low = Double(all.classNs(ofShare: share - reach).min)
    high = Double(all.classNs(ofShare: share + reach).max)
    self.batches = parts.count
  }

  /// What is counted in a batch.
  private struct Part {
    var count: Int
    /// Times below the class of the percentile.
    var below: Int
    /// Times up to the end of that class.
    var upTo: Int

    init(_ batch: LatencyHistogram, ns: UInt64) {
      let least = LatencyRecorder.minNs(ofClass: LatencyRecorder.index(of: ns))
      count = batch.count
      below = least > 0 ? batch.count(upToNs: least - 1) : 0
      upTo = batch.count(upToNs: ns)
    }

    mutating func add(_ other: Part) {
      count += other.count
      below += other.below
      upTo += other.upTo
    }
  }

  /// Half as many, each of two adjacent ones; of an odd number the last is of three.
  private static func merged(_ parts: [Part]) -> [Part] {
    var half: [Part] = []
    for (index, part) in parts.enumerated() {
      if index % 2 == 0, index + 1 < parts.count || half.isEmpty {
        half.append(part)
      } else {
        half[half.count - 1].add(part)
      }
    }
    return half
  }

  /// By how many times each batch is beyond its share of all; their sum is 0.
  private static func deviations(_ parts: [Part], _ ratio: Double) -> [Double] {
    parts.map { Double($0.upTo) - ratio * Double($0.count) }
  }

  /// Von Neumann's ratio as a correlation between neighbours, in its standard errors.
  private static func correlation(_ deviations: [Double]) -> Double {
    let squares = deviations.reduce(0) { $0 + $1 * $1 }
    guard squares > 0 else { return 0 }
    let steps = zip(deviations, deviations.dropFirst()).reduce(0) { sum, pair in
      sum + (pair.1 - pair.0) * (pair.1 - pair.0)
    }
    let count = Double(deviations.count)
    return (1 - steps / (2 * squares)) * ((count * count - 1) / (count - 2)).squareRoot()
  }

  /// How far the number of times up to the percentile may lie from what it is on average.
  private static func reach(_ deviations: [Double], confidence: Double) -> Double {
    let count = Double(deviations.count)
    var squares = 0.0
    var fourths = 0.0
    for deviation in deviations {
      let square = deviation * deviation
      squares += square
      fourths += square * square
    }
    guard squares > 0 else { return 0 }
    let kurtosis = fourths * count / (squares * squares)
    // Equal squares have a kurtosis of 1: such a variance is known exactly.
    let known = kurtosis > 1 ? 2 * count / (kurtosis - 1) : .infinity
    let student = StudentT(degreesOfFreedom: max(2, min(count - 1, known)))
    return student.quantile((1 + confidence) / 2) * (squares * count / (count - 1)).squareRoot()
  }
}
