/// A warning about a number, which travels with it.
package enum Caveat: Equatable, Sendable {
  /// Half of the 95 % interval is this share of the estimate.
  case imprecise(halfWidth: Double)
  /// This share of the samples was taken while the machine was slow.
  case slowed(share: Double)
  /// The shortest timed interval was too short for the clock.
  case clockTooCoarse(intervalNs: UInt64, neededNs: UInt64)
  /// Windows over the same work differ by this share of the largest.
  case countsDiffer(windows: Int, share: Double)

  /// The half of a 95 % interval, as a share of the estimate, above which a time has a warning.
  package static let largestHalfWidth = 0.1
  /// The share of slow samples above which a time has a warning.
  package static let largestSlowShare = 0.2

  /// Returns the warning about counts of the same work; `nil` if they agree.
  ///
  /// - Parameters:
  ///   - counts: One for each window, 0 or more.
  ///   - tolerance: The share of the largest by which they may differ.
  package static func difference(ofCounts counts: [Double], tolerance: Double = 0) -> Caveat? {
    guard let lowest = counts.min(), let highest = counts.max(), lowest != highest else {
      return nil
    }
    let share = (highest - lowest) / abs(highest)
    return share > tolerance ? .countsDiffer(windows: counts.count, share: share) : nil
  }
}

extension Caveat: CustomStringConvertible {
  /// The warning in words with its numbers: `imprecise: the 95 % interval reaches 12 % to either side`.
  package var description: String {
    switch self {
    case .imprecise(let halfWidth):
      return "imprecise: the 95 % interval reaches \(percent(halfWidth)) to either side"
    case .slowed(let share):
      return "slowed: \(percent(share)) of the samples were taken while the machine was slow"
    case .clockTooCoarse(let interval, let needed):
      return
        "clock too coarse: intervals of \(interval) ns were timed, at least \(needed) ns are needed"
    case .countsDiffer(let windows, let share):
      return "not exact: \(windows) windows over the same work differ by \(percent(share))"
    }
  }

  /// Returns a share in per cent, or `far` if it has too many digits.
  private func percent(_ share: Double) -> String {
    share < 1e12 ? Decimals.percent(share) : "far"
  }
}
