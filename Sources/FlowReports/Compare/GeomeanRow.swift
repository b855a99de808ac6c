import FlowResults
import Measurement

/// The geometric mean of the ratios of one metric over a group of scenarios.
struct GeomeanRow: ResultRow, Equatable {
  var runID = ""
  var baseRunID = ""
  var by = ""
  var baseLevel = ""
  var level = ""
  var groupedBy = ""
  var group = ""
  var metric = ""
  var comparisons: Int?
  var ratio: Double?
  var intervalLow: Double?
  var intervalHigh: Double?

  static let fileName = "geomeans.csv"

  static let columns: [ResultColumn<GeomeanRow>] =
    ResultSchema.columns(\.runID, "The candidate's run, as in `runs.csv`.") + [
      .text("base_run_id", \.baseRunID, "The base's run; the same one within a run."),
      .text("by", \.by, "The dimension that is compared, as in `compare.csv`."),
      .text("base_level", \.baseLevel, "The base's level in it, or the base's run."),
      .text("level", \.level, "The candidate's level in it, or the candidate's run."),
      .text("grouped_by", \.groupedBy, "The dimension by which comparisons are put together."),
      .text("group", \.group, "The level in it that all comparisons of this row have."),
      .text("metric", \.metric, "As in `compare.csv`."),
      .integer("comparisons_total", \.comparisons, "How many ratios the mean is over."),
      .number("ratio", \.ratio, "Geometric mean of candidate over base."),
      .number("interval_low", \.intervalLow, "Low end of the mean's 95 % interval."),
      .number("interval_high", \.intervalHigh, "High end of it."),
    ]
}
