extension Delay {
  /// The mean in nanoseconds, of what is sampled; `nil` where only a file knows it.
  public var meanNs: Double? { moments?.mean }

  /// The variance in square nanoseconds, of what is sampled; `nil` where only a file knows it.
  ///
  /// Rounding to whole nanoseconds, which adds a twelfth, is left out.
  public var varianceNs: Double? { moments?.variance }

  private var moments: (mean: Double, variance: Double)? {
    switch self {
    case .constant(let ns):
      return (Double(ns), 0)
    case .uniform(let fromNs, let toNs):
      let values = Double(toNs - fromNs) + 1
      return (Double(fromNs) / 2 + Double(toNs) / 2, (values * values - 1) / 12)
    case .exponential(let meanNs):
      return (Double(meanNs), Double(meanNs) * Double(meanNs))
    case .normal(let meanNs, let deviationNs):
      return Self.truncatedMoments(mean: Double(meanNs), deviation: Double(deviationNs))
    case .logNormal(let medianNs, let sigma):
      let growth = PortableMath.exp(sigma * sigma / 2)
      let mean = Double(medianNs) * growth
      return (mean, (growth * growth - 1) * mean * mean)
    case .measured:
      return nil
    }
  }

  /// Of a bell without its part below 0. Source: N. L. Johnson, S. Kotz, N. Balakrishnan,
  /// *Continuous Univariate Distributions*, volume 1, 2nd edition 1994, section 13.10.1.
  private static func truncatedMoments(
    mean: Double, deviation: Double
  ) -> (mean: Double, variance: Double) {
    guard deviation > 0 else { return (mean, 0) }
    let distance = mean / deviation
    let hazard = StandardNormal.density(distance) / StandardNormal.cumulative(distance)
    let variance = deviation * deviation * (1 - distance * hazard - hazard * hazard)
    return (mean + deviation * hazard, variance)
  }
}
