import FlowHarness
import FlowReports
import FlowResults
import FlowRunner
import Foundation
import Measurement
import Workloads

/// Gate 1: processor time of two builds, in pairs of fresh processes.
///
/// What is called once is looked at again with fresh pairs, and counts only when it is called
/// again: a false alarm would have to happen twice. A look whose pairs find nothing, and scatter
/// too much to have seen four per cent, is taken again with twice as many.
struct TimeGate: Sendable {
  let pairs: PairRunner
  /// What the base is called, such as its commit.
  let baseName: String

  /// Compares one scenario in both builds.
  ///
  /// - Parameter number: Distinguishes this comparison from others with the same seed.
  /// - Throws: `SystemError` if the system prevented a process.
  func result(
    of scenario: Scenario, number: Int
  ) async throws(SystemError) -> (finding: CheckFinding, row: CompareRow?) {
    var finding = CheckFinding(
      gate: .time, scenario: scenario.id, metric: SummaryMetric.cpu.name, outcome: .same)
    do throws(PairRunner.Failure) {
      let first = try await look(at: scenario, number: 2 * number)
      guard first.verdict == .slower || first.verdict == .faster else {
        finding.record(first)
        return (finding, row(of: scenario, first, first.verdict))
      }
      let second = try await look(at: scenario, number: 2 * number + 1)
      finding.record(second)
      let isConfirmed = second.verdict == first.verdict
      if !isConfirmed {
        finding.outcome = .same
        finding.note = "called \(first.verdict.name) at first and not again"
      }
      return (finding, row(of: scenario, second, isConfirmed ? second.verdict : .same))
    } catch {
      if let prevented = error.prevented { throw prevented }
      finding.take(error)
      return (finding, nil)
    }
  }

  /// The slowdown that a comparison which finds none should have been able to see, as a share.
  static let wantedVisible = 0.04

  /// Whether a comparison found nothing and could not have seen what is wanted.
  static func isBlind(_ comparison: PairedComparison) -> Bool {
    comparison.verdict == .same && comparison.smallestVisible.map { $0 > wantedVisible } ?? false
  }

  /// - Parameter number: Distinguishes this look from others with the same seed.
  private func look(
    at scenario: Scenario, number: Int
  ) async throws(PairRunner.Failure) -> PairedComparison {
    let firstLook = try await pairs.compare(scenario, scenario, number: 2 * number)
    guard Self.isBlind(firstLook) else { return firstLook }
    // Fresh pairs: what decided that there shall be more must not decide what they show.
    return try await pairs.compare(
      scenario, scenario, number: 2 * number + 1, pairs: 2 * firstLook.count)
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
    row.mdeRatio = comparison.smallestVisible
    row.pairs = comparison.count
    row.verdict = verdict.name
    if case .inconclusive(let reason) = verdict { row.warning = "\(reason)" }
    return row
  }
}

extension CheckFinding {
  /// Records why pairs could not be run.
  mutating func take(_ failure: PairRunner.Failure) {
    isBaseFault = failure.isBase && !failure.isUnknown
    outcome = !failure.isBase ? .invalid : failure.isUnknown ? .new : .uncompared
    note = failure.isBase ? "the base cannot run it: \(failure)" : failure.description
  }
}
