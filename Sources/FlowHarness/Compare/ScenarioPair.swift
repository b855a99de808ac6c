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
    metrics = SummaryMetric.all.compactMap { MetricComparison($0, base, candidate) }
    verdict = Self.verdict(base, candidate, metrics)
  }

  /// The comparison of one metric.
  subscript(metric: SummaryMetric) -> MetricComparison? {
    metrics.first { $0.metric.name == metric.name }
  }

  private static func verdict(
    _ base: MeasuredScenario, _ candidate: MeasuredScenario, _ metrics: [MetricComparison]
  ) -> PairVerdict {
    if let fault = base.fault { return .invalid("base: \(fault)") }
    if let fault = candidate.fault { return .invalid(fault) }
    if didOtherWork(base, candidate) {
      return .invalid("different work: \(candidate.digest) is not \(base.digest)")
    }
    func found(_ metric: SummaryMetric) -> IndependentComparison? {
      metrics.first { $0.metric.name == metric.name }?.comparison
    }
    if let send = found(.send), let cpu = found(.cpu), isMoved(send: send, cpu: cpu) {
      return .moved
    }
    guard let wall = found(.wall) else { return .untimed }
    return .timed(wall.verdict)
  }

  /// Less time inside `send`, and not even half as much less on the processor.
  private static func isMoved(send: IndependentComparison, cpu: IndependentComparison) -> Bool {
    send.verdict == .faster && cpu.verdict != .faster && cpu.logRatio > send.logRatio / 2
  }

  /// Whether both were sent the same and ended in different states.
  private static func didOtherWork(_ base: MeasuredScenario, _ candidate: MeasuredScenario) -> Bool
  {
    let stream: [Dimension] = [.workload, .features, .distribution, .storage]
    let isSame = stream.allSatisfy {
      $0.level(of: base.dimensions) == $0.level(of: candidate.dimensions)
    }
    return isSame && !base.digest.isEmpty && !candidate.digest.isEmpty
      && base.digest != candidate.digest
  }
}

/// What a comparison of two scenarios comes to.
enum PairVerdict: Equatable {
  /// By the elapsed time until all is quiet.
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
