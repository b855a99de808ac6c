import FlowResults
import Foundation
import Measurement

/// The files of a load run of several workers: its plan, its environment, a row for each load.
@MainActor
final class ContendDirectory {
  /// Where it is.
  let path: String
  private(set) var run: RunRow
  private let rows: AppendingResultFile<ContendRow>
  private let before = MachineReading.current

  /// Makes the directory and its files, before the first action is sent.
  ///
  /// - Throws: `PlanError` when that is impossible.
  init(creating path: String, plan: ContendPlan, _ record: RunRecord) throws(PlanError) {
    self.path = path
    run = record.row
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      try WholeFile.write(plan.json(), to: "\(path)/plan.json")
      try WholeFile.write(CSVFormat.text([record.row]), to: "\(path)/\(RunRow.fileName)")
      rows = try AppendingResultFile(creating: "\(path)/\(ContendRow.fileName)")
    } catch {
      throw .unusable(
        option: "--out", path: path, reason: "must be a directory that can be written")
    }
  }

  /// Writes a load down. Its speed-up is not known yet: one worker may come later.
  func append(_ row: ContendRow) throws { try rows.append([row]) }

  /// Completes what is known of the run.
  ///
  /// - Parameter finished: All rows, with their speed-ups.
  /// - Returns: Why to doubt everything in it.
  func finish(_ finished: [ContendRow]) throws -> [EnvironmentDoubt] {
    try WholeFile.write(CSVFormat.text(finished), to: "\(path)/\(ContendRow.fileName)")
    let doubts = run.complete(before, .current)
    try WholeFile.write(CSVFormat.text([run]), to: "\(path)/\(RunRow.fileName)")
    return doubts
  }
}
