import Foundation
import Measurement

/// One metric of two scenarios.
struct MetricComparison {
  let metric: any ComparedMetric
  /// The base's cost: over its processes the geometric mean of their medians, so that a ratio of
  /// two such costs is the ratio that is compared; the mean where one of them is 0.
  let base: Double
  /// The candidate's.
  let candidate: Double
  let baseProcesses: Int
  let candidateProcesses: Int
  /// The ratio and what is known of it; `nil` where a side has a 0, which has no ratio.
  let comparison: IndependentComparison?
  /// Why the numbers are what was asked for, and no finding; `nil` when they are one.
  let given: String?

  /// Compares; `nil` when either side was not measured.
  init?(_ metric: some ComparedMetric, _ base: MeasuredScenario, _ candidate: MeasuredScenario) {
    let first = base.processMedians(metric)
    let second = candidate.processMedians(metric)
    guard !first.isEmpty, !second.isEmpty else { return nil }
    self.metric = metric
    self.base = Self.typical(first)
    self.candidate = Self.typical(second)
    baseProcesses = first.count
    candidateProcesses = second.count
    comparison = IndependentComparison(base: first, candidate: second)
    given = metric.given(base, candidate)
  }

  private static func typical(_ costs: [Double]) -> Double {
    // Equal costs have themselves as their mean, to the last bit.
    if costs.allSatisfy({ $0 == costs[0] }) { return costs[0] }
    guard costs.allSatisfy({ $0 > 0 }) else {
      return costs.reduce(0, +) / Double(costs.count)
    }
    return exp(costs.reduce(0) { $0 + log($1) } / Double(costs.count))
  }

  /// What the numbers of this metric alone come to: of a count, which is exact, any difference; of
  /// a time, what the rule decides; of a rate the reverse, since more of it is better. Of what was
  /// asked for there is none.
  var verdict: Verdict? {
    guard given == nil else { return nil }
    guard metric.tolerance != nil else {
      return metric.sense == .rate ? comparison?.verdict.reversed : comparison?.verdict
    }
    let limit = (metric.tolerance ?? 0) * max(base, candidate)
    if abs(candidate - base) <= limit { return .same }
    return candidate > base ? .slower : .faster
  }
}

extension Verdict {
  /// The verdict on something of which more is better.
  var reversed: Verdict {
    switch self {
    case .slower: .faster
    case .faster: .slower
    case .same, .inconclusive: self
    }
  }
}
