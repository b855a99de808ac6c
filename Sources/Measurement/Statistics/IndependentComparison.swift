#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Whether a candidate costs more or less than a base, from processes that were not run in pairs.
///
/// One number for each process, such as the median of its samples: samples of one process share a
/// heap and addresses and are not independent. The mean of the logarithms on either side gives a
/// ratio of geometric means; its interval is B. L. Welch's, *The generalization of "Student's"
/// problem when several different population variances are involved*, 1947, with the degrees of
/// freedom of F. E. Satterthwaite, 1946. It takes the logarithms for normal, as times that scatter
/// by a share of themselves nearly are, and in return is exact from two processes on each side,
/// where an interval of ranks needs six.
///
/// Swapping the sides mirrors every number and the verdict.
///
/// Wrong as a gate: what the machine did between the two sides is taken for a difference of the
/// sides. Trials of one run are interleaved round by round, which spreads it evenly; those of two
/// runs are not. ``PairedComparison`` is the gate.
public struct IndependentComparison: Equatable, Sendable {
  /// The fewest processes of each side that have an interval.
  public static let processesNeeded = 2
  /// The largest effect that may have been overlooked where it says that both cost the same, as a
  /// share; beyond it nothing can be said.
  public static let largestOverlooked = 0.25

  /// The rule that decides; its pairs do not matter here.
  public let rule: PairedComparison.Rule
  /// The natural logarithm of candidate / base.
  public let logRatio: Double
  /// How far the logarithm scatters, and on how many degrees of freedom that is known; nil with
  /// fewer processes than ``processesNeeded``.
  public let spread: Spread?
  /// Processes of the side with fewer of them.
  private let count: Int

  /// The scatter of an estimate.
  public struct Spread: Equatable, Sendable {
    /// Standard error, 0 or more, in the unit of the estimate.
    public let standardError: Double
    /// Degrees of freedom, 1 or more; infinite when nothing scatters.
    public let degreesOfFreedom: Double

    /// A scatter that is known.
    public init(standardError: Double, degreesOfFreedom: Double) {
      precondition(
        standardError >= 0 && degreesOfFreedom >= 1,
        "spread: must be an error of 0 or more and 1 degree of freedom or more, got "
          + "\(standardError) and \(degreesOfFreedom)")
      self.standardError = standardError
      self.degreesOfFreedom = degreesOfFreedom
    }

    /// The two ratios between which the true one lies.
    ///
    /// - Parameters:
    ///   - logRatio: The natural logarithm of the estimate.
    ///   - confidence: Above 0 and below 1.
    func interval(around logRatio: Double, confidence: Double) -> (low: Double, high: Double) {
      let reach = reach(confidence: confidence)
      return (exp(logRatio - reach), exp(logRatio + reach))
    }

    /// How far to either side of the estimate the truth may lie.
    ///
    /// - Parameter confidence: Of the two-sided interval, above 0 and below 1.
    public func reach(confidence: Double) -> Double {
      guard standardError > 0 else { return 0 }
      return standardError
        * StudentT(degreesOfFreedom: degreesOfFreedom).quantile((1 + confidence) / 2)
    }
  }

  /// Compares costs.
  ///
  /// - Parameters:
  ///   - base: One number above 0 and finite for each process of the base.
  ///   - candidate: The same in the same unit for the candidate.
  ///   - rule: When a difference counts.
  /// - Returns: Nil when a side is empty or a cost is not above 0 and finite.
  /// - Complexity: O(*n*).
  public init?(base: [Double], candidate: [Double], rule: PairedComparison.Rule = .descriptive) {
    guard let base = Self.logarithms(base), let candidate = Self.logarithms(candidate) else {
      return nil
    }
    self.rule = rule
    count = min(base.count, candidate.count)
    logRatio = Self.mean(candidate) - Self.mean(base)
    spread = Self.spread(base, candidate)
  }

  private static func logarithms(_ costs: [Double]) -> [Double]? {
    guard !costs.isEmpty, costs.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    return costs.map { log($0) }
  }

  private static func mean(_ values: [Double]) -> Double {
    // Equal values have themselves as their mean, to the last bit.
    values.allSatisfy { $0 == values[0] } ? values[0] : values.reduce(0, +) / Double(values.count)
  }

  private static func spread(_ base: [Double], _ candidate: [Double]) -> Spread? {
    guard min(base.count, candidate.count) >= processesNeeded else { return nil }
    // The squared standard error of each side's mean.
    func squaredError(_ values: [Double]) -> Double {
      let mean = mean(values)
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      return squares / Double(values.count - 1) / Double(values.count)
    }
    let (first, second) = (squaredError(base), squaredError(candidate))
    guard first + second > 0 else {
      return Spread(standardError: 0, degreesOfFreedom: .infinity)
    }
    let freedom =
      (first + second) * (first + second)
      / (first * first / Double(base.count - 1) + second * second / Double(candidate.count - 1))
    return Spread(
      standardError: (first + second).squareRoot(), degreesOfFreedom: max(1, freedom))
  }
}

// MARK: - Ratios and verdict

extension IndependentComparison {
  /// Candidate / base; above 1 the candidate costs more.
  public var ratio: Double { exp(logRatio) }

  /// The two ratios between which the true one lies; nil with too few processes.
  ///
  /// - Parameter confidence: Above 0 and below 1.
  public func interval(
    confidence: Double = Summary.Bounds.confidence
  ) -> (low: Double, high: Double)? {
    spread.map { $0.interval(around: logRatio, confidence: confidence) }
  }

  /// What the rule decides: the ratio beyond its first threshold, and the bound at its confidence
  /// beyond its second. Where neither side is called, and an effect of more than
  /// ``largestOverlooked`` would not have been either, nothing is decided.
  public var verdict: Verdict {
    guard let reach else {
      return .inconclusive(.tooFewProcesses(needed: Self.processesNeeded, got: count))
    }
    let size = abs(logRatio)
    if size > log(1 + rule.medianThreshold), size - reach > log(1 + rule.boundThreshold) {
      return logRatio > 0 ? .slower : .faster
    }
    let overlooked = smallestVisible ?? .infinity
    return overlooked <= Self.largestOverlooked
      ? .same : .inconclusive(.tooNoisy(overlooked: overlooked))
  }

  /// The smallest effect in either direction that processes which scatter like these would have
  /// been called for, as a share: 0.02 or more under the standard rule; nil with too few of them.
  public var smallestVisible: Double? {
    reach.map { expm1(max(log(1 + rule.medianThreshold), log(1 + rule.boundThreshold) + $0)) }
  }

  /// How far the one-sided bound at the rule's confidence lies from the logarithm of the ratio.
  private var reach: Double? { spread?.reach(confidence: 2 * rule.confidence - 1) }
}
