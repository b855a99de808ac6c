package import FlowResults

/// What tells one job of a session from all others.
package struct JobKey: Hashable, Sendable {
  /// Which scenario.
  let scenario: String
  /// What of it: a pass, a load, a number of workers; in words without spaces.
  let part: String
  /// Which of its processes, from 0.
  let round: Int
}

/// A row that a job has written.
package protocol JobRow: ResultRow {
  /// Which job.
  var job: JobKey { get }
}

/// A job whose rows are all on disk: its row is written last.
struct FinishedJobRow: JobRow, Equatable {
  var runID = ""
  var scenario = ""
  var part = ""
  var round: Int?

  static let fileName = "jobs.csv"

  static let columns: [ResultColumn<FinishedJobRow>] =
    ResultSchema.columns(\.runID) + [
      .text("scenario", \.scenario, "The scenario, as in all files."),
      .text(
        "job", \.part,
        "Which of its processes: the pass, the load as in `loads.csv`, the workers, or `orders`."),
      .integer("round", \.round, "Which process of these, from 0."),
    ]

  /// Which job.
  var job: JobKey { JobKey(scenario: scenario, part: part, round: round ?? 0) }
}

extension FinishedJobRow {
  /// That of a job.
  init(_ job: JobKey, runID: String) {
    self.runID = runID
    scenario = job.scenario
    part = job.part
    round = job.round
  }
}
