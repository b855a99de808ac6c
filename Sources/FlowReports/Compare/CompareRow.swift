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

  private static let sideMeaning =
    "Geometric mean of the medians of the processes; the arithmetic mean if one is 0."
  private static let levelMeaning = "Compared level, or run, of the base, or of the candidate."
  private static let endMeaning = "End of the ratio's 95 % interval; empty: unknown."
  private static let processes = "Processes of the base, or of the candidate."

  package static let columns: [ResultColumn<CompareRow>] =
    ResultSchema.columns(\.runID) + [
      .text("base_run_id", \.baseRunID, "The run of the base."),
      .text("by", \.by, "The dimension that differs; `run`: two runs; `revision`: two builds."),
      .text("base_level", \.baseLevel, levelMeaning),
      .text("level", \.level, levelMeaning),
      .text("base_scenario", \.baseScenario, "The base's scenario; the candidate's follows."),
    ] + Dimensions.columns.lifted(to: \.dimensions) + [
      .text("metric", \.metric, "A metric of `samples.csv` or `loads.csv`, whose unit applies."),
      .number(
        "base", \.base,
        sideMeaning,
        in: .any),
      .number("candidate", \.candidate, sideMeaning, in: .any),
      .number("ratio", \.ratio, "Candidate divided by base; empty if one is 0."),
      .number("interval_low", \.intervalLow, endMeaning),
      .number("interval_high", \.intervalHigh, endMeaning),
      .number("mde_ratio", \.mdeRatio, "Minimum detectable effect, as a share of the base."),
      .integer("base_processes_total", \.baseProcesses, processes),
      .integer("candidate_processes_total", \.candidateProcesses, processes),
      .integer("pairs_total", \.pairs, "Pairs of processes; empty if they were not paired."),
      .text(
        "verdict", \.verdict,
        "`same`, `faster`, `slower`, `inconclusive` or `invalid`; `fewer` or `more` for counts; empty: "
          + "none."
      ),
      .text("warning", \.warning, ResultSchema.warningMeaning),
      .text("load", \.dimensions.load, "The candidate's load; empty: none."),
    ]

  /// Returns the rows of a pair: one for each metric of both sides, or one with the reason if a
  /// side is invalid.
  static func rows(of pair: ScenarioPair, by: Dimension?) -> [CompareRow] {
    var row = CompareRow()
    row.runID = pair.candidate.runID
    row.baseRunID = pair.base.runID
    row.by = by?.rawValue ?? "run"
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
    return pair.metrics.map { row.with($0, of: pair) }
  }

  private func with(_ found: MetricComparison, of pair: ScenarioPair) -> CompareRow {
    var row = self
    row.metric = found.metric.name
    row.base = found.base
    row.candidate = found.candidate
    row.ratio = found.comparison?.ratio
    row.intervalLow = found.comparison?.interval()?.low
    row.intervalHigh = found.comparison?.interval()?.high
    row.mdeRatio = found.comparison?.smallestVisible
    row.baseProcesses = found.baseProcesses
    row.candidateProcesses = found.candidateProcesses
    row.verdict = found.verdictName
    var warnings = [found.given].compactMap { $0 }
    if case .inconclusive(let reason) = found.verdict { warnings = ["\(reason)"] }
    if pair.verdict == .moved, found.metric.name == SummaryMetric.send.name {
      warnings = [pair.verdict.name]
    }
    // Disturbances do not change counts.
    if pair.base.kind == .loads || found.metric.sense != .count { warnings += pair.sideWarnings }
    row.warning = warnings.joined(separator: "; ")
    return row
  }
}
