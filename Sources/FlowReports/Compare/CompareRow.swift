package import FlowResults
import Measurement

/// One metric of two compared scenarios.
package struct CompareRow: ResultRow, Equatable {
  var runID = ""
  var baseRunID = ""
  package var by = ""
  package var baseLevel = ""
  package var level = ""
  package var baseScenario = ""
  package var dimensions = Dimensions()
  package var metric = ""
  var base: Double?
  var candidate: Double?
  package var ratio: Double?
  package var intervalLow: Double?
  package var intervalHigh: Double?
  package var mdeRatio: Double?
  var baseProcesses: Int?
  var candidateProcesses: Int?
  package var pairs: Int?
  package var verdict = ""
  package var warning = ""

  package init() {}

  package static let fileName = "compare.csv"

  package static let columns: [ResultColumn<CompareRow>] =
    ResultSchema.columns(\.runID, "The candidate's run, as in `runs.csv`.") + [
      .text("base_run_id", \.baseRunID, "The base's run; the same one within a run."),
      .text("by", \.by, "The dimension in which both differ; `run` when two runs are compared."),
      .text("base_level", \.baseLevel, "The base's level in it, or the base's run."),
      .text("level", \.level, "The candidate's level in it, or the candidate's run."),
      .text("base_scenario", \.baseScenario, "The base's scenario; the candidate's follows."),
    ] + Dimensions.columns(\.dimensions) + Dimensions.laterColumns(\.dimensions) + [
      .text(
        "metric", \.metric,
        "A column of `samples.csv`, and in its unit; or a load's, as `--threshold` has it, times in ns."
      ),
      .number(
        "base", \.base,
        "Geometric mean of the medians of the base's processes; the mean if one is 0.",
        in: .any),
      .number("candidate", \.candidate, "The same of the candidate's processes.", in: .any),
      .number("ratio", \.ratio, "Candidate over base; empty where one is 0."),
      .number("interval_low", \.intervalLow, "Low end of the ratio's 95 % interval."),
      .number("interval_high", \.intervalHigh, "High end of it; empty with a single process."),
      .number(
        "mde_ratio", \.mdeRatio,
        "Minimum detectable effect, as a share of the base: 0.05 is 5 %."),
      .integer("base_processes_total", \.baseProcesses, "Fresh processes of the base."),
      .integer("candidate_processes_total", \.candidateProcesses, "Those of the candidate."),
      .integer("pairs_total", \.pairs, "Pairs of processes; empty where they were not paired."),
      .text(
        "verdict", \.verdict,
        "`same`, `faster`, `slower` or `inconclusive`; of counts `fewer` or `more`; empty: no finding."
      ),
      .text("warning", \.warning, "Why it may mislead, or why it is not valid."),
      .text("load", \.dimensions.load, "The candidate's load, as in `loads.csv`; empty: no load."),
    ]

  /// The rows of a pair: one for each metric of both sides, or one with the reason if a side is
  /// invalid.
  static func rows(of pair: ScenarioPair, by: String, _ runID: String, _ baseRunID: String)
    -> [CompareRow]
  {
    var row = CompareRow()
    row.runID = runID
    row.baseRunID = baseRunID
    row.by = by
    row.baseLevel = pair.baseLevel
    row.level = pair.level
    row.baseScenario = pair.base.dimensions.scenario
    row.dimensions = pair.candidate.dimensions
    if case .invalid(let reason) = pair.verdict {
      row.metric = pair.base.kind.leading.name
      row.verdict = pair.verdict.name
      row.warning = reason
      return [row]
    }
    return pair.metrics.map { metric in
      var row = row
      row.take(metric)
      if pair.verdict == .moved, metric.metric.name == SummaryMetric.send.name {
        row.warning = pair.verdict.name
      }
      // What was only counted was not disturbed.
      let sides =
        pair.base.kind == .samples && metric.metric.sense == .count ? [] : pair.sideWarnings
      row.warning = ([row.warning] + sides).filter { !$0.isEmpty }.joined(separator: "; ")
      return row
    }
  }

  private mutating func take(_ found: MetricComparison) {
    metric = found.metric.name
    base = found.base
    candidate = found.candidate
    ratio = found.comparison?.ratio
    let interval = found.comparison?.interval()
    intervalLow = interval?.low
    intervalHigh = interval?.high
    mdeRatio = found.comparison?.smallestVisible
    baseProcesses = found.baseProcesses
    candidateProcesses = found.candidateProcesses
    verdict = found.verdictName
    if case .inconclusive(let reason) = found.verdict { warning = "\(reason)" }
    if let given = found.given { warning = given }
  }
}

extension MetricComparison {
  /// The verdict in one word.
  var verdictName: String {
    guard metric.sense == .count else { return verdict?.name ?? "" }
    switch verdict {
    case .slower: return "more"
    case .faster: return "fewer"
    default: return verdict?.name ?? ""
    }
  }
}

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
