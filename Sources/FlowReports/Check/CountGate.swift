import FlowResults
import Measurement
import OrderedCollections

/// Compares exact counts with those of a baseline.
///
/// A design that stays on one thread counts the same in every process, so any difference is a
/// regression. Instructions may differ by half a per cent, because the same code may be laid out
/// differently. A design that hops between threads fails only if its smallest window is above the
/// baseline's range by more than the width of that range.
package struct CountGate {
  /// The share by which instructions may differ.
  static let instructionTolerance = 0.005
  /// The minimum allowance of a concurrent count outside of its range: a share of it, and a count.
  static let concurrentTolerance = (share: 0.02, count: 0.02)

  private let baseline: Baseline
  /// The tools of this run's counts; counts of other tools are not compared.
  private let tools: CountingTools
  /// The reasons why the base has no counts, by scenario; empty for a stored baseline.
  private var baseFaults: [String: String] = [:]
  /// The metrics that the base counts in no scenario; empty for a stored baseline, which must have
  /// all of them.
  private var newMetrics: Set<String> = []

  /// Creates the gate of a stored baseline.
  package init(baseline: Baseline, tools: CountingTools) {
    self.baseline = baseline
    self.tools = tools
  }

  /// Creates the gate of another revision.
  ///
  /// - Parameters:
  ///   - run: The run of that revision.
  ///   - hopping: The designs that hop between threads.
  ///   - isUnknown: Returns a Boolean value that indicates whether a fault means that the revision
  ///     lacks the scenario.
  package init(
    revision run: MeasuredRun, hopping: Set<String>, tools: CountingTools,
    isUnknown: (String) -> Bool
  ) {
    var baseline = Baseline(empty: run.path)
    baseline.merge(run, hopping: hopping, tools: tools)
    self.init(baseline: baseline, tools: tools)
    for (scenario, measured) in run.scenarios {
      if let fault = measured.fault, !isUnknown(fault) { baseFaults[scenario] = fault }
    }
    newMetrics = Set(Baseline.metrics.map(\.name)).subtracting(baseline.entries.keys.map(\.metric))
  }

  /// Compares a run's counts with the baseline, in the order of the run.
  ///
  /// - Parameter isSelected: Returns a Boolean value that indicates whether the run was to measure a
  ///   scenario; such a scenario of the baseline is `gone` if the run lacks it.
  package func findings(
    _ run: MeasuredRun, isSelected: (String) -> Bool
  ) -> [CheckFinding] {
    let gone = baseline.scenarios.filter { run.scenarios[$0] == nil && isSelected($0) }
    return run.scenarios.values.flatMap { findings(of: $0) }
      + gone.map {
        CheckFinding(
          gate: .counts, scenario: $0, metric: "counts", outcome: .gone,
          note: "the suite no longer has this scenario of the baseline")
      }
  }

  private func findings(of scenario: MeasuredScenario) -> [CheckFinding] {
    func finding(_ metric: String, _ outcome: CheckFinding.Outcome, _ note: String)
      -> CheckFinding
    {
      CheckFinding(
        gate: .counts, scenario: scenario.id, metric: metric, outcome: outcome, note: note)
    }
    if let fault = scenario.fault { return [finding("counts", .invalid, fault)] }
    if let fault = baseFaults[scenario.id] {
      var failed = finding("counts", .uncompared, "the base failed: \(fault)")
      failed.isBaseFault = true
      return [failed]
    }
    let first = Baseline.metrics.lazy.compactMap { baseline[scenario.id, $0] }.first
    guard let first else {
      return [finding("counts", .new, "not in the baseline")]
    }
    var findings: [CheckFinding] = []
    if first.digest != scenario.digest {
      var digest = finding("digest", .regressed, "the final state differs, so the work differs")
      digest.base = first.digest
      digest.candidate = scenario.digest
      findings.append(digest)
    }
    return findings
      + Baseline.metrics.compactMap {
        compare($0, scenario, isConcurrent: first.isConcurrent == true)
      }
  }

  /// Compares one metric; `nil` if neither side has it, or if a baseline never has it.
  private func compare(
    _ metric: SummaryMetric, _ scenario: MeasuredScenario, isConcurrent: Bool
  ) -> CheckFinding? {
    let now = scenario.range(metric)
    var finding = CheckFinding(
      gate: .counts, scenario: scenario.id, metric: metric.name, outcome: .uncompared)
    finding.candidate = now.map(Self.text) ?? ""
    guard let row = baseline[scenario.id, metric], let low = row.low, let high = row.high else {
      guard now != nil, Baseline.isGated(metric, isConcurrent: isConcurrent) else { return nil }
      if newMetrics.contains(metric.name) { finding.outcome = .new }
      finding.note = "not in the baseline"
      return finding
    }
    finding.base = Self.text(low...high)
    guard let now else {
      finding.note = "could not be counted on this machine"
      return finding
    }
    let tool = tools.tool(of: metric)
    guard row.tool == tool else {
      finding.note = "counted by \(row.tool) in the baseline, and by \(tool) now"
      return finding
    }
    let slack = Self.slack(low...high, isConcurrent: row.isConcurrent == true, metric)
    finding.outcome = .same
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

  /// Returns a count with the digits in which exact counts may differ.
  private static func exact(_ value: Double) -> String {
    guard value != value.rounded(), abs(value) < 1e9 else { return TextTable.number(value) }
    let text = Decimals.text(value, places: 4)
    let digits = text.reversed().drop { $0 == "0" }
    return String((digits.first == "." ? digits.dropFirst() : digits).reversed())
  }

  private static func change(_ value: Double, over base: Double) -> String {
    let difference = value - base
    let text = (difference > 0 ? "+" : "") + exact(difference)
    return base > 0 ? "\(text), \(TextTable.percent(value / base - 1))" : text
  }
}

/// The tools that counts depend on.
package struct CountingTools: Equatable {
  /// The counter of instructions: `perf` or `callgrind`; empty if there is none.
  let instructions: String
  /// The allocator that determines size classes, without its version.
  let allocator: String

  package init(instructions: String, allocator: String) {
    self.instructions = instructions
    self.allocator = allocator
  }

  /// Returns the tool of a metric; empty if it depends on none.
  func tool(of metric: SummaryMetric) -> String {
    switch metric.traits.dependence {
    case .instructionCounter: instructions
    case .allocator: allocator
    case nil: ""
    }
  }
}
