import FlowResults
import Measurement
import OrderedCollections

/// Gate 0: exact counts against those of a baseline.
///
/// A design that stays on one thread counts the same in every process, so any difference is a
/// regression. Instructions may differ by half a per cent, since the same code may be laid out
/// differently. A design that hops between threads fails only if its smallest window lies above the
/// baseline's range by more than the width of that range.
package struct CountGate {
  /// The share by which instructions may differ.
  static let instructionTolerance = 0.005
  /// The minimum by which a concurrent count may leave its range: a share of it, and a count.
  static let concurrentTolerance = (share: 0.02, count: 0.02)

  let baseline: Baseline
  /// The tools of the counts that were made here; counts of others are not compared.
  let tools: CountingTools
  /// The reasons why the base has no counts, by scenario; empty for a stored baseline.
  let baseFaults: [String: String]
  /// The metrics that the base counts of no scenario.
  private let newMetrics: Set<String>

  /// Creates the gate of a stored baseline.
  package init(baseline: Baseline, tools: CountingTools) {
    self.baseline = baseline
    self.tools = tools
    baseFaults = [:]
    // Every metric of a stored baseline is taken over at once: one that is missing was lost.
    newMetrics = []
  }

  /// Creates the gate of another revision.
  ///
  /// - Parameters:
  ///   - run: The run of that revision.
  ///   - hopping: The designs that hop between threads.
  ///   - isUnknown: Whether the reason of a missing result is that the revision lacks the scenario.
  package init(
    revision run: MeasuredRun, hopping: Set<String>, tools: CountingTools,
    isUnknown: (String) -> Bool
  ) {
    var baseline = Baseline(empty: run.path)
    baseline.take(run, hopping: hopping, tools: tools)
    self.baseline = baseline
    self.tools = tools
    baseFaults = run.scenarios.compactMapValues(\.fault).filter { !isUnknown($0.value) }
      .reduce(into: [:]) { $0[$1.key] = $1.value }
    newMetrics = Set(Baseline.metrics.map(\.name)).subtracting(baseline.entries.keys.map(\.metric))
  }

  /// Compares a run's counts with the baseline, in the order of the run.
  ///
  /// - Parameter isWhole: A Boolean value that indicates whether the run has every scenario;
  ///   otherwise nothing is `gone`.
  package func findings(_ run: MeasuredRun, isWhole: Bool) -> [CheckFinding] {
    var findings = run.scenarios.values.flatMap { self.findings(of: $0) }
    if isWhole {
      for scenario in baseline.scenarios where run.scenarios[scenario] == nil {
        findings.append(
          CheckFinding(
            gate: .counts, scenario: scenario, metric: "counts", outcome: .gone,
            note: "the baseline has it and the suite no longer does"))
      }
    }
    return findings
  }

  private func findings(of scenario: MeasuredScenario) -> [CheckFinding] {
    func finding(_ metric: String, _ outcome: CheckFinding.Outcome, _ note: String)
      -> CheckFinding
    {
      CheckFinding(
        gate: .counts, scenario: scenario.id, metric: metric, outcome: outcome, note: note)
    }
    if let fault = scenario.fault { return [finding("counts", .invalid, fault)] }
    let known = Baseline.metrics.compactMap {
      baseline.entries[Baseline.Key(scenario: scenario.id, metric: $0.name)]
    }
    if let fault = baseFaults[scenario.id] {
      var failed = finding("counts", .uncompared, "the base failed: \(fault)")
      failed.isBaseFault = true
      return [failed]
    }
    guard let first = known.first else {
      return [finding("counts", .new, "the baseline does not have it")]
    }
    var findings: [CheckFinding] = []
    if first.digest != scenario.digest {
      findings.append(
        CheckFinding(
          gate: .counts, scenario: scenario.id, metric: "digest", outcome: .regressed,
          base: first.digest, candidate: scenario.digest,
          note: "it ends in another state: the work is not the same"))
    }
    for metric in Baseline.metrics {
      if let found = compare(metric, scenario, isConcurrent: first.isConcurrent == true) {
        findings.append(found)
      }
    }
    return findings
  }

  /// Compares one metric; `nil` if neither side has it, or if a baseline never has it.
  private func compare(
    _ metric: SummaryMetric, _ scenario: MeasuredScenario, isConcurrent: Bool
  ) -> CheckFinding? {
    let row = baseline.entries[Baseline.Key(scenario: scenario.id, metric: metric.name)]
    let now = scenario.range(metric)
    var finding = CheckFinding(
      gate: .counts, scenario: scenario.id, metric: metric.name, outcome: .same)
    guard let row, let low = row.low, let high = row.high else {
      guard let now, Baseline.isGated(metric, isConcurrent: isConcurrent) else { return nil }
      finding.candidate = Self.text(now)
      finding.outcome = newMetrics.contains(metric.name) ? .new : .uncompared
      finding.note = "the baseline does not have it"
      return finding
    }
    finding.base = Self.text(low...high)
    guard let now else {
      finding.outcome = .uncompared
      finding.note = "it could not be counted here"
      return finding
    }
    finding.candidate = Self.text(now)
    let tool = tools.tool(of: metric)
    guard row.tool == tool else {
      finding.outcome = .uncompared
      finding.note = "the baseline has those of \(row.tool), these are of \(tool)"
      return finding
    }
    let slack = Self.slack(low...high, isConcurrent: row.isConcurrent == true, metric)
    if now.lowerBound > high + slack {
      finding.outcome = .regressed
      finding.change = Self.change(now.lowerBound, over: high)
    } else if now.upperBound < low - slack {
      finding.outcome = .improved
      finding.change = Self.change(now.upperBound, over: low)
    }
    return finding
  }

  private static func slack(
    _ range: ClosedRange<Double>, isConcurrent: Bool, _ metric: SummaryMetric
  ) -> Double {
    if metric.traits.dependence == .instructionCounter {
      return range.upperBound * instructionTolerance
    }
    guard isConcurrent else { return 0 }
    return max(
      range.upperBound - range.lowerBound, range.upperBound * concurrentTolerance.share,
      concurrentTolerance.count)
  }

  private static func text(_ range: ClosedRange<Double>) -> String {
    let (low, high) = (exact(range.lowerBound), exact(range.upperBound))
    return low == high ? low : "\(low) … \(high)"
  }

  /// A count with the digits in which exact counts may differ.
  private static func exact(_ value: Double) -> String {
    guard value != value.rounded(), abs(value) < 1e9 else { return TextTable.number(value) }
    var text = Decimals.text(value, places: 4)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private static func change(_ value: Double, over base: Double) -> String {
    let difference = value - base
    let text = (difference > 0 ? "+" : "") + exact(difference)
    return base > 0 ? "\(text), \(TextTable.percent(value / base - 1))" : text
  }
}

/// The tools that counts depend on.
package struct CountingTools: Equatable {
  /// The counter of instructions: `perf` or `callgrind`; empty without one.
  let instructions: String
  /// The allocator whose size classes bytes are in, without its version.
  let allocator: String

  package init(instructions: String, allocator: String) {
    self.instructions = instructions
    self.allocator = allocator
  }

  /// The tool of a metric; empty without one.
  func tool(of metric: SummaryMetric) -> String {
    switch metric.traits.dependence {
    case .instructionCounter: instructions
    case .allocator: allocator
    case nil: ""
    }
  }
}
