/// A warning about a number, which travels with it.
package enum Caveat: Equatable, Sendable {
  /// These statistics need more samples; their values are interpolations that understate the tail.
  case tooFewSamples(for: [String], needed: Int, got: Int)
  /// The median absolute deviation is this share of the median.
  case noisy(spread: Double)
  /// Later samples are larger, or smaller if negative, by this share of the earlier ones.
  case drifting(change: Double)
  /// The samples lie in two clusters: the number in the upper one, and its distance as a share.
  case bimodal(upper: Int, of: Int, distance: Double)
  /// The shortest timed interval was too short for the clock.
  case clockTooCoarse(intervalNs: UInt64, neededNs: UInt64)
  /// Windows over the same work differ by this share of the largest.
  case countsDiffer(windows: Int, share: Double)

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
  /// The warning in words with its numbers: `p99 needs 100 samples, got 30`.
  package var description: String {
    switch self {
    case .tooFewSamples(let statistics, let needed, let got):
      let verb = statistics.count == 1 ? "needs" : "need up to"
      return "\(statistics.joined(separator: ", ")) \(verb) \(needed) samples, got \(got)"
    case .noisy(let spread) where spread.isFinite:
      return "noisy: half of the samples lie more than \(percent(spread)) from the median"
    case .noisy:
      return "noisy: the median is 0 and half of the samples are not"
    case .drifting(let change):
      return "drifting: the later half is \(percent(abs(change))) \(change > 0 ? "above" : "below")"
        + " the earlier half"
    case .bimodal(let upper, let count, let distance) where distance.isFinite:
      return "bimodal: \(upper) of \(count) samples lie \(percent(distance)) above the others"
    case .bimodal(let upper, let count, _):
      return "bimodal: \(upper) of \(count) samples lie above the others, which are about 0"
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
