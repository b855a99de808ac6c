package import FlowResults

/// The identity of a job in its session.
package struct JobKey: Hashable, Sendable {
  let scenario: String
  /// The pass, the load or the number of workers, without spaces.
  let part: String
  /// The number of the process, from 0.
  let round: Int
}

/// A row of a job.
package protocol JobRow: ResultRow {
  var job: JobKey { get }
}

/// The row of a finished job, written after all of its other rows.
struct FinishedJobRow: JobRow, Equatable {
  var runID = ""
  var scenario = ""
  var part = ""
  var round: Int?
  var rows = ""

  static let fileName = "jobs.csv"

  static let columns: [ResultColumn<FinishedJobRow>] =
    ResultSchema.columns(\.runID) + [
      .text("scenario", \.scenario, "Id of the scenario, stable between runs."),
      .text(
        "job", \.part,
        "The pass, the load, the workers, or `orders`."),
      .integer("round", \.round, ResultSchema.roundMeaning),
      .text(
        "rows", \.rows,
        "Rows written to each file, as `loads.csv:1 timeline.csv:10`."),
    ]

  var job: JobKey { JobKey(scenario: scenario, part: part, round: round ?? 0) }
}

extension FinishedJobRow {
  /// Creates the row of a job.
  ///
  /// - Parameter written: The number of rows in each file, in the order of the files.
  init(_ job: JobKey, runID: String, written: [(file: String, rows: Int)]) {
    self.runID = runID
    scenario = job.scenario
    part = job.part
    round = job.round
    rows = written.map { "\($0.file):\($0.rows)" }.joined(separator: " ")
  }

  /// The number of rows in each file; `nil` if the cell is damaged.
  var written: [String: Int]? {
    var written: [String: Int] = [:]
    for word in rows.split(separator: " ") {
      let parts = word.split(separator: ":")
      guard parts.count == 2, let count = Int(parts[1]), count > 0,
        written.updateValue(count, forKey: String(parts[0])) == nil
      else { return nil }
    }
    return written.isEmpty ? nil : written
  }
}
