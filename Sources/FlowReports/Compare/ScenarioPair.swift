import FlowResults
import Foundation
import Measurement

/// Two scenarios that differ in one thing, and what that makes of their costs.
struct ScenarioPair {
  let base: MeasuredScenario
  let candidate: MeasuredScenario
  /// The base's level in the dimension that is compared; its run where two runs are.
  let baseLevel: String
  /// The candidate's.
  let level: String
  /// The metrics that both have, in the order of `summary.csv`.
  let metrics: [MetricComparison]
  /// What the pair comes to.
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

  /// Less time inside `send`, and not even half as much less on the processor.
  private static func isMoved(send: IndependentComparison, cpu: IndependentComparison) -> Bool {
    send.verdict == .faster && cpu.verdict != .faster && cpu.logRatio > send.logRatio / 2
  }

  /// The states in which both ended, if they were sent the same and the states differ.
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

/// What a comparison of two scenarios comes to.
enum PairVerdict: Equatable {
  /// By the elapsed time until all is quiet; of loads by the response time.
  case timed(Verdict)
  /// `send` returns sooner, and the processors work as long as before.
  case moved
  /// No time was measured; counts may have been.
  case untimed
  /// A side must not be believed, for this reason.
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
}
