import FlowResults
import Measurement

/// JMH's result file: a benchmark for each scenario, with all its samples by process.
///
/// What JMH calls a fork is a fresh process, an iteration a sample, an operation an action. Fields
/// about a Java machine, and about the warm-up, which is not in the run's rows, are left out.
enum JMHResults {
  /// - Throws: `PlanError` when the numbers have no JSON.
  static func text(_ selection: ExportSelection) throws(PlanError) -> String {
    let primary = selection.metric ?? .wall
    do {
      return try JSONText.object(selection.scenarios.map { benchmark($0, primary) })
    } catch {
      throw .refused(option: "--format", reason: "the results have no JSON: \(error)")
    }
  }

  private static func benchmark(
    _ scenario: MeasuredScenario, _ primary: SummaryMetric
  ) -> [String: Any] {
    let dimensions = scenario.dimensions
    let forks = scenario.exported(primary).map(\.samples)
    var secondary: [String: Any] = [:]
    for metric in SummaryMetric.all where metric.name != primary.name {
      let forks = scenario.exported(metric).map(\.samples)
      if !forks.isEmpty { secondary[metric.name] = result(forks, metric) }
    }
    var benchmark: [String: Any] = [
      "benchmark": "flowbench.\(dimensions.workload).\(dimensions.design)",
      "mode": "avgt",
      "forks": forks.count,
      "measurementIterations": forks.map(\.count).max() ?? 0,
      "params": params(dimensions),
      "primaryMetric": result(forks, primary),
      "secondaryMetrics": secondary,
    ]
    benchmark["threads"] = dimensions.senders
    return benchmark
  }

  /// All that a scenario is beside its workload and design. Every benchmark has the same ones where
  /// it can: tools tell parameters from each other by comparing.
  private static func params(_ dimensions: Dimensions) -> [String: String] {
    let named = Dimension.allCases.filter { ![.workload, .design, .senders].contains($0) }
    let levels = named.map { ($0.rawValue, $0.level(of: dimensions)) }
    return Dictionary(uniqueKeysWithValues: levels.filter { !$0.1.isEmpty })
  }

  private static func result(_ forks: [[Double]], _ metric: SummaryMetric) -> [String: Any] {
    let score = JMHScore(forks.flatMap { $0 })
    return [
      "score": score.mean,
      "scoreError": number(score.error),
      "scoreConfidence": [
        number(score.error.map { score.mean - $0 }), number(score.error.map { score.mean + $0 }),
      ],
      "scorePercentiles": Dictionary(
        uniqueKeysWithValues: JMHScore.percentiles.map { ("\($0)", score.percentile($0)) }),
      "scoreUnit": metric.unit,
      "rawData": forks,
    ]
  }

  /// JMH writes what it does not know as the word `NaN`.
  private static func number(_ value: Double?) -> Any { value ?? "NaN" }
}
