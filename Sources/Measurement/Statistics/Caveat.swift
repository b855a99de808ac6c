/// A reason to doubt a number, which travels with it.
public enum Caveat: Equatable, Sendable {
  /// These statistics need more samples than there are. They may still have a value; it is then an
  /// interpolation that understates how far the samples reach.
  case tooFewSamples(for: [String], needed: Int, got: Int)
  /// The samples lie far apart: their median absolute deviation is this share of the median.
  case noisy(spread: Double)
  /// Later samples are larger, or smaller when negative, by this share of the earlier ones.
  case drifting(change: Double)
  /// The shortest timed interval was too short for the clock, in nanoseconds.
  case clockTooCoarse(intervalNs: UInt64, neededNs: UInt64)
  /// Windows over the same work counted differently: from the least to the greatest is this share
  /// of the greatest.
  case countsDiffer(windows: Int, share: Double)

  /// What is doubtful about counts of the same work: nothing when all are equal.
  ///
  /// - Parameter counts: One for each window, 0 or more.
  public static func difference(ofCounts counts: [Double]) -> Caveat? {
    guard let least = counts.min(), let greatest = counts.max(), least != greatest else {
      return nil
    }
    return .countsDiffer(windows: counts.count, share: (greatest - least) / abs(greatest))
  }
}

extension Caveat: CustomStringConvertible {
  /// The doubt in words, with the numbers behind it: `p99 needs 100 samples, got 30`.
  public var description: String {
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
    case .clockTooCoarse(let interval, let needed):
      return "clock too coarse: timed \(interval) ns at once, needs \(needed) ns"
    case .countsDiffer(let windows, let share):
      return "not exact: \(windows) windows over the same work differ by \(percent(share))"
    }
  }

  /// A share with one decimal and a per cent sign. Integers only: no locale has a say.
  private func percent(_ share: Double) -> String {
    let tenths = (share * 1000).rounded()
    guard tenths < 1e15 else { return "far" }
    return "\(Int(tenths) / 10).\(Int(tenths) % 10) %"
  }
}
