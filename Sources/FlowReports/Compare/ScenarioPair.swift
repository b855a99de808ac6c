import FlowResults
import Foundation
import Measurement

/// Two scenarios that differ in one dimension, and the comparison of their costs.
struct ScenarioPair {
  let base: MeasuredScenario
  let candidate: MeasuredScenario
  /// The base's level in the compared dimension, or its run.
  let baseLevel: String
  /// The candidate's level.
  let level: String
  /// The metrics that both sides measured, in the order of `summary.csv`.
  let metrics: [MetricComparison]

  init(
    base: MeasuredScenario, candidate: MeasuredScenario, baseLevel: String, level: String
  ) {
    self.base = base
    self.candidate = candidate
    self.baseLevel = baseLevel
    self.level = level
    metrics = base.kind.metrics.compactMap { MetricComparison($0, base, candidate) }
  }

  /// The comparison of one metric.
  subscript(metric: some ComparedMetric) -> MetricComparison? {
    metrics.first { $0.metric.name == metric.name }
  }

  /// The comparison of the leading metric.
  var leading: MetricComparison? { self[base.kind.leading] }

  var verdict: PairVerdict {
    if let fault = base.fault { return .invalid("base: \(fault)") }
    if let fault = candidate.fault { return .invalid(fault) }
    if let (known, other) = differentEnds {
      return .invalid("different work: \(other) is not \(known)")
    }
    if let send = self[SummaryMetric.send]?.comparison,
      let cpu = self[SummaryMetric.cpu]?.comparison,
      send.verdict == .faster, cpu.verdict != .faster, cpu.logRatio > send.logRatio / 2
    {
      return .moved
    }
    return leading?.comparison.map { .timed($0.verdict) } ?? .untimed
  }

  /// The final states of both sides, if they received the same actions and the states differ.
  private var differentEnds: (String, String)? {
    let stream: [Dimension] = [.workload, .features, .distribution, .storage, .load]
    guard
      stream.allSatisfy({
        $0.level(of: base.dimensions) == $0.level(of: candidate.dimensions)
      })
    else { return nil }
    let known = Dictionary(base.ends) { first, _ in first }
    for (round, digest) in candidate.ends {
      if let other = known[round], other != digest { return (other, digest) }
    }
    return nil
  }

  /// The warnings about the loads of either side, or about disturbed trials.
  var sideWarnings: [String] {
    [base.warning.map { "base: \($0)" }, candidate.warning].compactMap { $0 }
  }
}

/// The verdict on two scenarios.
enum PairVerdict: Equatable {
  /// The verdict on elapsed time, or on the response time of loads.
  case timed(Verdict)
  /// `send` returns sooner, but processor time falls by less than half of that.
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

/// The comparison of one metric of two scenarios.
struct MetricComparison {
  let metric: any ComparedMetric
  /// The base's cost, estimated from the medians of its processes.
  let base: Double
  /// The candidate's cost.
  let candidate: Double
  let baseProcesses: Int
  let candidateProcesses: Int
  /// The ratio; `nil` if a cost is 0.
  let comparison: IndependentComparison?
  /// The reason why the load determines the numbers; otherwise `nil`.
  let given: String?

  /// Compares two scenarios; `nil` if either was not measured.
  init?(_ metric: some ComparedMetric, _ base: MeasuredScenario, _ candidate: MeasuredScenario) {
    let first = base.processMedians(metric)
    let second = candidate.processMedians(metric)
    guard let known = ProcessEstimate(first), let other = ProcessEstimate(second) else {
      return nil
    }
    self.metric = metric
    self.base = known.value
    self.candidate = other.value
    baseProcesses = first.count
    candidateProcesses = second.count
    comparison = IndependentComparison(base: first, candidate: second)
    given = metric.given(base, candidate)
  }

  /// The verdict on this metric alone: more of a rate is faster, and a count may differ by its
  /// tolerance.
  var verdict: Verdict? {
    guard given == nil else { return nil }
    if let tolerance = metric.tolerance {
      if abs(candidate - base) <= tolerance * max(base, candidate) { return .same }
      return candidate > base ? .slower : .faster
    }
    let verdict = comparison?.verdict
    guard metric.sense == .rate else { return verdict }
    return verdict == .slower ? .faster : verdict == .faster ? .slower : verdict
  }

  /// The verdict in one word; empty if there is none.
  var verdictName: String {
    switch verdict {
    case .slower where metric.sense == .count: "more"
    case .faster where metric.sense == .count: "fewer"
    default: verdict?.name ?? ""
    }
  }
}
