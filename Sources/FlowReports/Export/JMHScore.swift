import Measurement

/// The statistics that JMH shows, by JMH's own rules: over all samples, as if all were independent.
///
/// Ours are elsewhere and differ: `flowbench compare` counts each process once.
struct JMHScore {
  /// The arithmetic mean.
  let mean: Double
  /// Half of the mean's 99.9 % interval by Student's *t*; `nil` below three samples, as in JMH.
  let error: Double?
  private let sorted: [Double]

  /// The percentiles in a result file.
  static let percentiles = [0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100]

  /// - Parameter samples: At least one.
  init(_ samples: [Double]) {
    precondition(!samples.isEmpty, "samples: must be at least one, got none")
    let count = Double(samples.count)
    let mean = samples.reduce(0, +) / count
    self.mean = mean
    sorted = samples.sorted()
    guard samples.count > 2 else {
      error = nil
      return
    }
    let variance = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    let t = StudentT(degreesOfFreedom: count - 1).quantile(0.9995)
    error = t * (variance / count).squareRoot()
  }

  /// The percentile as JMH's library has it: interpolated around rank *p*(*n* + 1)/100, definition
  /// 6 of R. J. Hyndman and Y. Fan, *Sample quantiles in statistical packages*, 1996.
  func percentile(_ p: Double) -> Double {
    let rank = p * Double(sorted.count + 1) / 100
    guard rank >= 1 else { return sorted[0] }
    guard rank < Double(sorted.count) else { return sorted[sorted.count - 1] }
    let below = Int(rank)
    return sorted[below - 1] + (rank - Double(below)) * (sorted[below] - sorted[below - 1])
  }
}
