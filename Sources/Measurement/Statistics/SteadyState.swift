/// Tests of whether a load stayed in one state from its first batch to its last.
package enum SteadyState {
  /// The minimum number of batches to find growth.
  package static let fewestBatches = 16

  /// Returns the drift of values beyond ``Summary/Bounds/driftScore`` and
  /// ``Summary/Bounds/driftChange``.
  ///
  /// - Parameter medians: One finite value for each batch in its order, such as the median service
  ///   time.
  /// - Returns: The change between the halves as a share, negative if they fall; `nil` without a
  ///   drift.
  /// - Complexity: O(*n* log *n*).
  package static func drift(of medians: [Double]) -> Double? {
    guard let trend = Trend(medians), let change = trend.change,
      abs(trend.score) > Summary.Bounds.driftScore, abs(change) > Summary.Bounds.driftChange
    else { return nil }
    return change
  }

  /// Returns the growth of a queue that grows without end.
  ///
  /// Throughout the last half of the batches, more actions are in the system than ever in the first
  /// quarter.
  ///
  /// In simulations of M/M/1 and M/D/1 at utilisations of 80, 95 and 98 % (1,000 loads each, with
  /// 200,000 actions), at most 3 loads are called growing. At 101 % of M/M/1, 998 are with 750,000
  /// actions, and 865 with 200,000.
  ///
  /// - Parameter inSystem: The number waiting or served at the end of each of consecutive batches
  ///   of about one size.
  /// - Returns: The minimum of the last half less the maximum of the first quarter, 1 or more; `nil`
  ///   if it is not growing, and with fewer than ``fewestBatches``.
  package static func queueGrowth(_ inSystem: [Int]) -> Int? {
    guard inSystem.count >= fewestBatches,
      let lowest = inSystem.suffix(inSystem.count / 2).min(),
      let highest = inSystem.prefix(inSystem.count / 4).max(), lowest > highest
    else { return nil }
    return lowest - highest
  }
}

/// The length of the beginning of a load that differs from the rest.
///
/// The marginal standard error rule omits so many leading values that the standard error of the
/// mean of the rest is smallest. Source: K. P. White, *An effective truncation heuristic for bias
/// reduction in simulation output*, 1997; W. W. Franklin and K. P. White, *Stationarity tests and
/// MSER-5*, 2008.
///
/// The rule alone cuts every third steady load. Here it only cuts where the medians of both parts
/// differ by more than 4 standard errors of the rest (its median absolute deviation times 1.4826,
/// and √(1/cut + 1/rest)) and by more than ``Summary/Bounds/driftChange`` of the rest's median. Of
/// 2,000 steady loads of 32 independent normal batches it then cuts 1.7 %. A beginning that lies
/// half below the rest and comes nearer by a factor of *e* with each batch is cut in 91 of 100.
package enum InitialTransient {
  /// Returns the number of leading values to omit: 0 to half of them.
  ///
  /// - Parameter values: One finite value for each of consecutive batches of about one size, such
  ///   as the median of its times.
  /// - Returns: 0 with fewer than 10 values.
  /// - Complexity: O(*n* log *n*).
  package static func length(of values: [Double]) -> Int {
    guard values.count >= 10, let median = SortedSamples(values).median else { return 0 }
    // From the median, so that squares of values far from 0 keep their digits.
    let length = lengthOfSmallestError(values.map { $0 - median })
    let cut = SortedSamples(values.prefix(length))
    let rest = SortedSamples(values.dropFirst(length))
    guard let before = cut.median, let after = rest.median,
      let scatter = rest.medianAbsoluteDeviation
    else { return 0 }
    let error = 1.4826 * scatter * (1 / Double(cut.count) + 1 / Double(rest.count)).squareRoot()
    let distance = abs(before - after)
    return distance > 4 * error && distance > Summary.Bounds.driftChange * abs(after) ? length : 0
  }

  /// Returns the smallest number of leading values without which the squared error of the mean is
  /// smallest.
  private static func lengthOfSmallestError(_ values: [Double]) -> Int {
    var sum = 0.0
    var squares = 0.0
    var best = (error: Double.infinity, length: 0)
    for index in values.indices.reversed() {
      sum += values[index]
      squares += values[index] * values[index]
      guard index <= values.count / 2 else { continue }
      let count = Double(values.count - index)
      let error = (squares - sum * sum / count) / (count * count)
      if error <= best.error { best = (error, index) }
    }
    return best.length
  }
}
