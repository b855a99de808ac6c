import FlowHarness
import FlowResults
import Foundation
import Measurement

/// The files of a load run: its plan, its environment, and the rows of every second and every load.
@MainActor
final class LoadDirectory {
  /// Where it is.
  let path: String
  private(set) var run: RunRow
  private let loads: AppendingResultFile<LoadRow>
  private let latencies: AppendingResultFile<LatencyRow>
  private let effects: AppendingResultFile<EffectRow>?
  private let timeline: AppendingResultFile<TimelineRow>
  /// Whether a scenario's name does not say under which load it was.
  private let hasSeveralLoads: Bool
  private let before = MachineReading.current

  /// Where load runs go when nobody says.
  static let standardParent = "results/loads"

  /// Makes the directory and its files, before the first action is sent.
  ///
  /// - Throws: `PlanError` when that is impossible.
  init(creating path: String, plan: LoadPlans, _ record: RunRecord) throws(PlanError) {
    self.path = path
    run = record.row
    hasSeveralLoads = plan.plans.count > 1
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try WholeFile.write(plan.json(), to: "\(path)/plan.json")
      try WholeFile.write(CSVFormat.text([record.row]), to: "\(path)/\(RunRow.fileName)")
      loads = try AppendingResultFile(creating: "\(path)/\(LoadRow.fileName)")
      latencies = try AppendingResultFile(creating: "\(path)/\(LatencyRow.fileName)")
      effects =
        plan.hasService
        ? try AppendingResultFile(creating: "\(path)/\(EffectRow.fileName)") : nil
      timeline = try AppendingResultFile(creating: "\(path)/\(TimelineRow.fileName)")
    } catch {
      throw .unusable(
        option: "--out", path: path, reason: "must be a directory that can be written")
    }
  }

  /// Writes seconds down.
  func append(_ seconds: [TimelineRow]) throws {
    if !seconds.isEmpty { try timeline.append(seconds) }
  }

  /// Writes all rows of a load.
  func append(_ ending: LoadRunner.Ending, _ rows: LoadRows) throws {
    try loads.append(rows.loads(ending))
    if let row = rows.effects(ending) { try effects?.append([row]) }
    guard case .finished(let outcome) = ending else { return }
    try latencies.append(rows.latencies(outcome))
    if rows.isTimed { try writeTables(outcome, rows) }
  }

  /// The tables that HdrHistogram's plotters read, one for each of the four times.
  private func writeTables(_ outcome: LoadOutcome, _ rows: LoadRows) throws {
    let directory = "\(path)/hgrm"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    for (name, histogram) in outcome.tally.whole.named where histogram.count > 0 {
      var text = "# \(rows.scenario.id), \(rows.load), \(name) time in µs, run \(run.runID)\n"
      histogram.write(percentileTable: &text)
      let load = hasSeveralLoads ? "-\(rows.load)" : ""
      let file = PercentileFile.name("\(rows.scenario.id)\(load)-\(rows.round)-\(name)")
      try WholeFile.write(text, to: "\(directory)/\(file)")
    }
  }

  /// Completes what is known of the run.
  ///
  /// - Returns: Why to doubt everything in it.
  func finish() throws -> [EnvironmentDoubt] {
    let doubts = run.complete(before, .current)
    try WholeFile.write(CSVFormat.text([run]), to: "\(path)/\(RunRow.fileName)")
    return doubts
  }
}
