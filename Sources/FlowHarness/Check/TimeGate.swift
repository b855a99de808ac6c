import Foundation
import Measurement
import Workloads

/// Gate 1: processor time of two builds, in pairs of fresh processes.
///
/// What is called once is measured again with as many fresh pairs, and counts only when it is
/// called again: a false alarm would have to happen twice.
struct TimeGate: Sendable {
  let pairs: PairRunner
  /// What the base is called, such as its commit.
  let baseName: String

  /// What one scenario came to.
  struct Result {
    var finding: CheckFinding
    /// The row of `compare.csv`; `nil` where nothing was compared.
    var row: CompareRow?
  }

  /// Compares one scenario in both builds.
  ///
  /// - Parameter number: Tells this comparison from others with the same seed.
  func result(of scenario: Scenario, number: Int) async -> Result {
    var finding = CheckFinding(
      gate: .time, scenario: scenario.id, metric: SummaryMetric.cpu.name, outcome: .same)
    do {
      let first = try await pairs.compare(scenario, scenario, number: 2 * number)
      guard first.verdict == .slower || first.verdict == .faster else {
        finding.take(first)
        return Result(finding: finding, row: row(of: scenario, first, first.verdict))
      }
      let second = try await pairs.compare(scenario, scenario, number: 2 * number + 1)
      finding.take(second)
      let isConfirmed = second.verdict == first.verdict
      if !isConfirmed {
        finding.outcome = .same
        finding.note = "called \(first.verdict.name) at first and not again"
      }
      return Result(
        finding: finding, row: row(of: scenario, second, isConfirmed ? second.verdict : .same))
    } catch {
      finding.outcome = error.isBase ? .new : .invalid
      finding.note = error.isBase ? "the base cannot run it: \(error)" : error.description
      return Result(finding: finding, row: nil)
    }
  }

  private func row(
    of scenario: Scenario, _ comparison: PairedComparison, _ verdict: Verdict
  ) -> CompareRow {
    var row = CompareRow()
    row.by = "revision"
    row.baseLevel = baseName
    row.level = "this"
    row.baseScenario = scenario.id
    row.dimensions = Dimensions(scenario)
    row.metric = SummaryMetric.cpu.name
    row.ratio = comparison.ratio
    row.intervalLow = comparison.interval()?.low
    row.intervalHigh = comparison.interval()?.high
    row.smallestVisible = comparison.smallestVisible
    row.pairs = comparison.count
    row.verdict = verdict.name
    if case .inconclusive(let reason) = verdict { row.caveat = "\(reason)" }
    return row
  }
}

extension CheckFinding {
  /// Fills in what pairs have shown.
  fileprivate mutating func take(_ comparison: PairedComparison) {
    change = CalibrationRow.percent(comparison.ratio - 1)
    switch comparison.verdict {
    case .slower: outcome = .regressed
    case .faster: outcome = .improved
    case .same: outcome = .same
    case .inconclusive: outcome = .inconclusive
    }
    if let bounds = comparison.interval() {
      let (low, high) = (bounds.low - 1, bounds.high - 1)
      candidate = "\(CalibrationRow.percent(low)) … \(CalibrationRow.percent(high))"
    }
    if case .inconclusive(let reason) = comparison.verdict { note = "\(reason)" }
  }
}
