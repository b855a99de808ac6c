import FlowResults
import Measurement

/// Entries of github-action-benchmark's `customSmallerIsBetter`, one for each scenario.
enum ActionBenchmarkEntries {
  /// - Throws: `PlanError` when the numbers have no JSON.
  static func text(_ selection: ExportSelection) throws(PlanError) -> String {
    let metric = selection.metric ?? .wall
    do {
      return try JSONText.object(
        selection.scenarios.compactMap { entry($0, metric, selection.run) })
    } catch {
      throw .refused(option: "--format", reason: "the results have no JSON: \(error)")
    }
  }

  private static func entry(
    _ scenario: MeasuredScenario, _ metric: SummaryMetric, _ run: RunRow
  ) -> [String: Any]? {
    let samples = SortedSamples(scenario.exported(metric).flatMap(\.samples))
    guard let median = samples.median else { return nil }
    // A chart is found by its name: another metric of the same scenario must not land in it.
    let isWall = metric.name == SummaryMetric.wall.name
    var entry: [String: Any] = [
      "name": isWall ? scenario.id : "\(scenario.id) \(metric.unit)",
      "value": median,
      "unit": metric.unit,
      "extra": extra(scenario, metric, run),
    ]
    if let interval = MedianInterval(samples) {
      let reach = max(median - interval.low, interval.high - median)
      entry["range"] = "± \(PlainNumber.text(PlainNumber.rounded(reach)))"
    }
    return entry
  }

  /// The facts beside the number, line by line.
  private static func extra(
    _ scenario: MeasuredScenario, _ metric: SummaryMetric, _ run: RunRow
  ) -> String {
    let processes = scenario.exported(metric)
    let lines = [
      ("metric", metric.name),
      ("samples", "\(processes.map(\.samples.count).reduce(0, +))"),
      ("processes", "\(processes.count)"),
      ("run", run.runID),
      ("swift", run.swiftVersion),
      ("cpu", run.cpuModel),
      ("warning", run.warning),
    ]
    return lines.filter { !$0.1.isEmpty }.map { "\($0): \($1)" }.joined(separator: "\n")
  }
}
