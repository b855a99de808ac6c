/// Tests of whether a load stayed in one state from its first batch to its last.
package enum SteadyState {
  /// The minimum number of batches to find growth.
  package static let fewestBatches = 16

  /// Returns the share by which later values are above the earlier ones, if it is beyond
  /// ``Summary/Bounds/driftScore`` and ``Summary/Bounds/driftChange``.
  ///
  /// - Parameter medians: One finite value for each batch in its order, such as the median service
  ///   time.
  /// - Returns: The change between the halves, negative if they fall; nil without a drift.
  /// - Complexity: O(*n* log *n*).
  package static func drift(of medians: [Double]) -> Double? {
    guard let trend = Trend(medians), let change = trend.change,
      abs(trend.score) > Summary.Bounds.driftScore, abs(change) > Summary.Bounds.driftChange
    else { return nil }
    return change
  }

  /// Returns the growth of a queue that grows without end: in the last half of the batches more
  /// were always in the system than ever in the first quarter.
  ///
  /// Of 1,000 simulated loads each of M/M/1 and M/D/1 with 200,000 actions at 80, 95 and 98 %, at
  /// most 3 are called growing. At 101 % busy of M/M/1 it is 998 with 750,000 actions and 865 with
  /// 200,000.
  ///
  /// - Parameter inSystem: The number waiting or served at the end of each of consecutive batches
  ///   of about one size.
  /// - Returns: The minimum of the last half less the maximum of the first quarter, 1 or more; nil
  ///   if it is not growing, and with fewer than ``fewestBatches``.
  /// - Complexity: O(*n*).
  package static func queueGrowth(_ inSystem: [Int]) -> Int? {
    guard inSystem.count >= fewestBatches,
      let least = inSystem.suffix(inSystem.count / 2).min(),
      let most = inSystem.prefix(inSystem.count / 4).max(), least > most
    else { return nil }
    return least - most
  }
}
