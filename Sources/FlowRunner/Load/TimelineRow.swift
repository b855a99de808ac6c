import FlowResults

/// One second of a load.
struct TimelineRow: ResultRow, Equatable {
  var schemaVersion: Int? = 1
  var runID = ""
  var dimensions = Dimensions()
  var load = ""
  var round: Int?
  var second: Int?
  var offered: Int?
  var completed: Int?
  var dropped: Int?
  var backlog: Int?
  var p50Ns: Int?
  var p99Ns: Int?
  var greatestNs: Int?

  static let fileName = "timeline.csv"

  static let columns: [ResultColumn<TimelineRow>] =
    [
      .integer("schema_version", \.schemaVersion, "Version of this list of columns."),
      .text("run_id", \.runID, "The run, as in `runs.csv`."),
    ] + Dimensions.columns(\.dimensions) + Dimensions.laterColumns(\.dimensions) + [
      .text("load", \.load, "The load, as in `loads.csv`."),
      .integer("round", \.round, "Which fresh process of this scenario, from 0."),
      .integer("second", \.second, "Which second since the start, from 0."),
      .integer("offered", \.offered, "Actions meant to come in it; empty: closed loop."),
      .integer("completed", \.completed, "Actions that ended in it."),
      .integer("dropped", \.dropped, "Actions that were turned away in it."),
      .integer(
        "backlog", \.backlog,
        "Actions that had come by its end and were neither done nor turned away; empty: closed loop."
      ),
      .integer(
        "response_p50_ns", \.p50Ns,
        "Median response time of those that ended in it; empty: too few."),
      .integer(
        "response_p99_ns", \.p99Ns, "The 99th percentile of the same; empty: fewer than 100."),
      .integer("response_max_ns", \.greatestNs, "The greatest of the same."),
    ]
}
