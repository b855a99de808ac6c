import FlowResults
import Foundation
import Measurement

/// Two scenarios that differ in one thing, and the comparison of their costs.
struct ScenarioPair {
  let base: MeasuredScenario
  let candidate: MeasuredScenario
  /// The base's level in the compared dimension, or its run.
  let baseLevel: String
  /// The candidate's level.
  let level: String
  /// The metrics of both, in the order of `summary.csv`.
  let metrics: [MetricComparison]
  let verdict: PairVerdict

  init(
    base: MeasuredScenario, candidate: MeasuredScenario, baseLevel: String, level: String
  ) {
    self.base = base
    self.candidate = candidate
    self.baseLevel = baseLevel
    self.level = level
    metrics = base.kind.metrics.compactMap { MetricComparison($0, base, candidate) }
    verdict = Self.verdict(base, candidate, metrics)
  }

  /// The comparison of one metric.
  subscript(metric: some ComparedMetric) -> MetricComparison? {
    metrics.first { $0.metric.name == metric.name }
  }

  /// The comparison of the metric that stands for a scenario.
  var leading: MetricComparison? { self[base.kind.leading] }

  private static func verdict(
    _ base: MeasuredScenario, _ candidate: MeasuredScenario, _ metrics: [MetricComparison]
  ) -> PairVerdict {
    if let fault = base.fault { return .invalid("base: \(fault)") }
    if let fault = candidate.fault { return .invalid(fault) }
    if let (known, other) = differentEnds(base, candidate) {
      return .invalid("different work: \(other) is not \(known)")
    }
    func found(_ metric: some ComparedMetric) -> IndependentComparison? {
      metrics.first { $0.metric.name == metric.name }?.comparison
    }
    if let send = found(SummaryMetric.send), let cpu = found(SummaryMetric.cpu),
      isMoved(send: send, cpu: cpu)
    {
      return .moved
    }
    guard let leading = found(base.kind.leading) else { return .untimed }
    return .timed(leading.verdict)
  }

  /// A Boolean value that indicates less time inside `send` without even half as large a saving of
  /// processor time.
  private static func isMoved(send: IndependentComparison, cpu: IndependentComparison) -> Bool {
    send.verdict == .faster && cpu.verdict != .faster && cpu.logRatio > send.logRatio / 2
  }

  /// The final states of both, if they were sent the same and the states differ.
  private static func differentEnds(
    _ base: MeasuredScenario, _ candidate: MeasuredScenario
  ) -> (String, String)? {
    let stream: [Dimension] = [.workload, .features, .distribution, .storage, .load]
    let isSame = stream.allSatisfy {
      $0.level(of: base.dimensions) == $0.level(of: candidate.dimensions)
    }
    guard isSame else { return nil }
    let known = Dictionary(base.ends) { first, _ in first }
    for (round, digest) in candidate.ends {
      if let other = known[round], other != digest { return (other, digest) }
    }
    return nil
  }
}

/// The verdict on two scenarios.
enum PairVerdict: Equatable {
  /// The verdict on elapsed time; for loads on response time.
  case timed(Verdict)
  /// `send` returns sooner, but the processors work as long as before.
  case moved
  /// No time was measured.
  case untimed
  /// A side is invalid, for this reason.
  case invalid(String)

  /// A few words for a cell.
  var name: String {
    switch self {
    case .timed(let verdict): verdict.name
    case .moved: "moved, not saved"
    case .untimed: ""
    case .invalid: "invalid"
    }
  }

  /// A Boolean value that indicates whether a side is invalid.
  var isInvalid: Bool {
    if case .invalid = self { return true }
    return false
  }
}

/// One metric of two scenarios.
struct MetricComparison {
  let metric: any ComparedMetric
  /// The base's cost: the geometric mean of its processes' medians, or the mean if one is 0.
  let base: Double
  /// The candidate's cost.
  let candidate: Double
  let baseProcesses: Int
  let candidateProcesses: Int
  /// The ratio; `nil` if a side has a 0.
  let comparison: IndependentComparison?
  /// The reason why the load decides the numbers; `nil` if they are a finding.
  let given: String?

  /// Compares; `nil` if either side was not measured.
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

  /// The verdict on this metric alone: any difference of a count, the rule's for a time, the
  /// reverse for a rate.
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
  /// The verdict on a metric of which more is better.
  var reversed: Verdict {
    switch self {
    case .slower: .faster
    case .faster: .slower
    case .same, .inconclusive: self
    }
  }
}
