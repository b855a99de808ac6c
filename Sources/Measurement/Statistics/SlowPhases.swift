import Foundation

/// The times of a scenario, corrected for phases in which the machine was slow.
///
/// On a shared core a neighbour takes execution units for tens to hundreds of milliseconds, which no
/// counter of a virtual machine shows. Fixed work beside each sample, the reference, shows it: it
/// takes up to twice as long. How much the scenario itself is slowed depends on its kind of work,
/// and is estimated from its own samples, by a regression of the logarithm of the time on that of
/// the reference. This is the method of control variates, see S. S. Lavenberg and P. D. Welch, *A
/// perspective on the use of control variables to increase the efficiency of Monte Carlo
/// simulations*, 1981.
///
/// Samples at the usual speed are not changed, so that a quiet machine has the plain times.
package struct SlowPhases: Equatable, Sendable {
  /// The increase of the reference, as a share, above which a sample is called slow.
  static let threshold = 0.25
  /// The percentile of a scenario's references that is the usual speed.
  static let usualPercent = 10
  /// The weight of the assumption that a scenario is not slowed, as a sum of squared logarithms:
  /// one sample with twice the reference weighs fifty times as much.
  static let ridge = 0.01
  /// The largest distance of a logarithm from the median that counts in the regression.
  static let largestDeviation = 1.0
  /// The largest power of the reference's increase with which a scenario is slowed.
  static let largestPower = 1.5

  /// The share of samples that were slow, 0 to 1.
  package let share: Double
  /// A number for each process, in their order, whose geometric mean is the corrected cost.
  ///
  /// On a quiet machine they are the medians of the processes. Otherwise they are the pseudo-values
  /// of the jackknife, see J. W. Tukey, *Bias and confidence in not-quite large samples*, 1958, so
  /// that their scatter includes the error of the regression.
  package let processValues: [Double]

  /// Corrects times.
  ///
  /// - Parameters:
  ///   - times: The samples of each process, above 0; a process without samples is left out.
  ///   - references: The time of the reference beside each sample, in the same shape.
  /// - Returns: `nil` if the shapes differ, a number is not above 0 and finite, or there is none.
  /// - Complexity: O(*n* log *n*) for each process.
  package init?(times: [[Double]], references: [[Double]]) {
    let all = zip(times, references)
    guard times.count == references.count, all.allSatisfy({ $0.count == $1.count }) else {
      return nil
    }
    let (values, speeds) = (times.flatMap(\.self), references.flatMap(\.self))
    guard !values.isEmpty, (values + speeds).allSatisfy({ $0 > 0 && $0.isFinite }),
      let usual = SortedSamples(speeds).percentile(Self.usualPercent)
    else { return nil }
    let slow = speeds.count { $0 > usual * (1 + Self.threshold) }
    share = Double(slow) / Double(speeds.count)
    guard slow > 0 else {
      processValues = times.compactMap { SortedSamples($0).median }
      return
    }
    let processes = all.filter { !$0.0.isEmpty }.map { times, references in
      zip(times, references).map { time, reference in
        Sample(
          log: log(time),
          excess: reference > usual * (1 + Self.threshold) ? log(reference / usual) : 0)
      }
    }
    processValues = Self.pseudoValues(of: processes).map { exp($0) }
  }

  /// Returns a number for each process; the plain medians without references.
  package static func processValues(_ times: [[Double]], references: [[Double]]) -> [Double] {
    SlowPhases(times: times, references: references)?.processValues
      ?? times.compactMap { SortedSamples($0).median }
  }

  private struct Sample {
    let log: Double
    /// The logarithm of the reference's increase; 0 at the usual speed.
    let excess: Double
  }

  private static func pseudoValues(of processes: [[Sample]]) -> [Double] {
    let whole = mean(of: processes)
    let count = Double(processes.count)
    guard processes.count > 1 else { return [whole] }
    return processes.indices.map { index in
      var others = processes
      others.remove(at: index)
      return count * whole - (count - 1) * mean(of: others)
    }
  }

  /// Returns the mean of the medians of the processes' corrected logarithms.
  private static func mean(of processes: [[Sample]]) -> Double {
    let power = power(of: processes.flatMap(\.self))
    return IndependentComparison.mean(
      processes.compactMap { SortedSamples($0.map { $0.log - power * $0.excess }).median })
  }

  /// Returns the slope of a regression through both means, shrunk towards 0.
  private static func power(of samples: [Sample]) -> Double {
    guard let median = SortedSamples(samples.map(\.log)).median else { return 0 }
    let limited = samples.map { max(-largestDeviation, min(largestDeviation, $0.log - median)) }
    let y = IndependentComparison.mean(limited)
    let x = IndependentComparison.mean(samples.map(\.excess))
    let products = zip(limited, samples).reduce(0) { $0 + ($1.0 - y) * ($1.1.excess - x) }
    let squares = samples.reduce(ridge) { $0 + ($1.excess - x) * ($1.excess - x) }
    return max(0, min(largestPower, products / squares))
  }
}
