/// Whether a load was one state from its first batch to its last, or became another on its way.
package enum SteadyState {
  /// Fewest batches of which growth can be said.
  package static let fewestBatches = 16

  /// By which share later values are above the earlier ones, where that is more than chance and
  /// more than nothing: a ``Trend`` with a score beyond ``Summary/Bounds/driftScore`` and a change
  /// beyond ``Summary/Bounds/driftChange``.
  ///
  /// - Parameter medians: One finite value for each batch in its order, such as the median of its
  ///   service: work that becomes slower, and not the queue before it.
  /// - Returns: The change between the halves, negative when they fall; nil without a drift, and
  ///   with fewer values than a ``Trend`` takes.
  /// - Complexity: O(*n* log *n*).
  package static func drift(of medians: [Double]) -> Double? {
    guard let trend = Trend(medians), let change = trend.change,
      abs(trend.score) > Summary.Bounds.driftScore, abs(change) > Summary.Bounds.driftChange
    else { return nil }
    return change
  }

  /// By how many a queue has grown, where it grows without end: in all of the last half of the
  /// batches more were in the system than ever in the first quarter.
  ///
  /// A queue that is 95 % busy swings by dozens, and comes back; one that gets more than it serves
  /// does not. Of 1,000 simulated loads each of M/M/1 and M/D/1 with 200,000 actions at 80, 95 and
  /// 98 %, in 16 to 128 batches, at most 3 are called growing. At 101 % busy of M/M/1 it is 998 with
  /// 750,000 actions, when some 7,500 wait at the end, 989 with 500,000 and 865 with 200,000; fewer
  /// batches see more.
  ///
  /// - Parameter inSystem: How many were waiting or served at the end of each of consecutive batches
  ///   of about one size.
  /// - Returns: The least of the last half less the most of the first quarter, 1 or more; nil when
  ///   it is not growing, and with fewer than ``fewestBatches``.
  /// - Complexity: O(*n*).
  package static func queueGrowth(_ inSystem: [Int]) -> Int? {
    guard inSystem.count >= fewestBatches,
      let least = inSystem.suffix(inSystem.count / 2).min(),
      let most = inSystem.prefix(inSystem.count / 4).max(), least > most
    else { return nil }
    return least - most
  }
}
