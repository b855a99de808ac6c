import Foundation

/// The ratio of a candidate's cost to a base's, from processes that were not run in pairs.
///
/// Each process contributes one number, such as the median of its samples, because samples of one
/// process share a heap and are not independent. The difference of the mean logarithms is the
/// logarithm of the ratio of the geometric means. Its interval is B. L. Welch's, *The
/// generalization of "Student's" problem when several different population variances are
/// involved*, 1947, with the degrees of freedom of F. E. Satterthwaite, 1946. It assumes normal
/// logarithms and needs two processes on each side. Swapping the sides mirrors every number.
///
/// Do not use it as a gate, because it includes changes of the machine between the two sides.
/// ``PairedComparison`` is the gate.
package struct IndependentComparison: Equatable, Sendable {
  private static let processesNeeded = 2
  /// The largest effect, as a share, that ``Verdict/same`` may have missed.
  package static let largestOverlooked = 0.25

  private let rule: PairedComparison.Rule
  /// The natural logarithm of candidate / base.
  package let logRatio: Double
  /// The scatter of the logarithm; `nil` with fewer than two processes on a side.
  package let spread: Spread?
  /// The number of processes on the side with fewer.
  private let count: Int

  /// The scatter of an estimate.
  package struct Spread: Equatable, Sendable {
    /// The standard error, 0 or more, in the unit of the estimate.
    package let standardError: Double
    /// The degrees of freedom, 1 or more; infinite if nothing scatters.
    package let degreesOfFreedom: Double

    package init(standardError: Double, degreesOfFreedom: Double) {
      precondition(
        standardError >= 0 && degreesOfFreedom >= 1,
        "spread: must be an error of 0 or more and 1 degree of freedom or more, got "
          + "\(standardError) and \(degreesOfFreedom)")
      self.standardError = standardError
      self.degreesOfFreedom = degreesOfFreedom
    }

    /// Creates the scatter of the mean of two or more values.
    init(ofMean values: [Double]) {
      let mean = IndependentComparison.mean(values)
      let squares = values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
      let count = Double(values.count)
      self.init(
        standardError: (squares / (count - 1) / count).squareRoot(), degreesOfFreedom: count - 1)
    }

    /// Creates the scatter of a sum of independent estimates, divided by a number, by Welch and
    /// Satterthwaite.
    init(ofSum parts: [Spread], dividedBy divisor: Int = 1) {
      let variances = parts.map { $0.standardError * $0.standardError }
      let sum = variances.reduce(0, +)
      guard sum > 0 else {
        self.init(standardError: 0, degreesOfFreedom: .infinity)
        return
      }
      let weights = zip(variances, parts).reduce(0) { $0 + $1.0 * $1.0 / $1.1.degreesOfFreedom }
      self.init(
        standardError: sum.squareRoot() / Double(divisor),
        degreesOfFreedom: max(1, sum * sum / weights))
    }

    /// Returns the distance from the estimate to both ends of its interval.
    ///
    /// - Parameter confidence: Above 0 and below 1.
    package func reach(confidence: Double) -> Double {
      guard standardError > 0 else { return 0 }
      return standardError
        * StudentT(degreesOfFreedom: degreesOfFreedom).quantile((1 + confidence) / 2)
    }
  }

  /// Compares costs.
  ///
  /// - Parameters:
  ///   - base: One number above 0 and finite for each process of the base.
  ///   - candidate: The same, in the same unit, for the candidate.
  ///   - rule: The rule that decides; its number of pairs is not used.
  /// - Returns: `nil` if a side is empty or a cost is not above 0 and finite.
  package init?(base: [Double], candidate: [Double], rule: PairedComparison.Rule = .descriptive) {
    guard let base = Self.logarithms(base), let candidate = Self.logarithms(candidate) else {
      return nil
    }
    let count = min(base.count, candidate.count)
    self.init(
      logRatio: Self.mean(candidate) - Self.mean(base),
      spread: count < Self.processesNeeded
        ? nil : Spread(ofSum: [Spread(ofMean: base), Spread(ofMean: candidate)]),
      count: count, rule: rule)
  }

  private init(logRatio: Double, spread: Spread?, count: Int, rule: PairedComparison.Rule) {
    self.logRatio = logRatio
    self.spread = spread
    self.count = count
    self.rule = rule
  }

  private static func logarithms(_ costs: [Double]) -> [Double]? {
    guard !costs.isEmpty, costs.allSatisfy({ $0 > 0 && $0.isFinite }) else { return nil }
    return costs.map { log($0) }
  }

  static func mean(_ values: [Double]) -> Double {
    // Equal values have themselves as their mean, to the last bit.
    values.allSatisfy { $0 == values[0] } ? values[0] : values.reduce(0, +) / Double(values.count)
  }
}

// MARK: - Several comparisons

extension IndependentComparison {
  /// Returns the geometric mean of several ratios; `nil` without any.
  ///
  /// The interval follows from the scatter of each ratio's own processes. It does not describe
  /// another choice of scenarios.
  package static func geometricMean(of comparisons: [IndependentComparison])
    -> IndependentComparison?
  {
    guard let first = comparisons.first else { return nil }
    let spreads = comparisons.compactMap(\.spread)
    return IndependentComparison(
      logRatio: comparisons.reduce(0) { $0 + $1.logRatio } / Double(comparisons.count),
      spread: spreads.count < comparisons.count
        ? nil : Spread(ofSum: spreads, dividedBy: comparisons.count),
      count: comparisons.map(\.count).min() ?? 0, rule: first.rule)
  }

  /// Returns the factor by which another ratio is larger than this one.
  ///
  /// The two comparisons must not share a process.
  ///
  /// - Returns: `nil` if the scatter of one is not known.
  package func growth(to last: IndependentComparison) -> IndependentComparison? {
    guard let spread, let other = last.spread else { return nil }
    return IndependentComparison(
      logRatio: last.logRatio - logRatio, spread: Spread(ofSum: [spread, other]),
      count: min(count, last.count), rule: last.rule)
  }
}

// MARK: - Ratios and verdict

extension IndependentComparison {
  /// Candidate / base; above 1 the candidate costs more.
  package var ratio: Double { exp(logRatio) }

  /// Returns the ends of the ratio's interval; `nil` with too few processes.
  ///
  /// - Parameter confidence: Above 0 and below 1.
  package func interval(
    confidence: Double = Summary.Bounds.confidence
  ) -> (low: Double, high: Double)? {
    spread.map { spread in
      let reach = spread.reach(confidence: confidence)
      return (exp(logRatio - reach), exp(logRatio + reach))
    }
  }

  /// The verdict of the rule: different if the ratio passes its first threshold and the bound at its
  /// confidence its second. Inconclusive if an effect above ``largestOverlooked`` could be missed.
  package var verdict: Verdict {
    guard let reach, let overlooked = smallestVisible else {
      return .inconclusive(.tooFewProcesses(needed: Self.processesNeeded, got: count))
    }
    let size = abs(logRatio)
    if size > rule.minMedian, size - reach > rule.minBound {
      return logRatio > 0 ? .slower : .faster
    }
    return overlooked <= Self.largestOverlooked
      ? .same : .inconclusive(.tooNoisy(overlooked: overlooked))
  }

  /// The minimum detectable effect in either direction, as a share; `nil` with too few processes.
  package var smallestVisible: Double? {
    reach.map { expm1(max(rule.minMedian, rule.minBound + $0)) }
  }

  /// The distance from the logarithm of the ratio to its one-sided bound at the rule's confidence.
  private var reach: Double? { spread?.reach(confidence: 2 * rule.confidence - 1) }
}
