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
      let names = parameters(of: selection.scenarios)
      return try JSONText.object(selection.scenarios.map { benchmark($0, primary, names) })
    } catch {
      throw .refused(option: "--format", reason: "the results have no JSON: \(error)")
    }
  }

  private static func benchmark(
    _ scenario: MeasuredScenario, _ primary: SummaryMetric, _ parameters: [Dimension]
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
      "params": Dictionary(
        uniqueKeysWithValues: parameters.map { ($0.rawValue, level($0, of: dimensions)) }),
      "primaryMetric": result(forks, primary),
      "secondaryMetrics": secondary,
    ]
    benchmark["threads"] = dimensions.senders
    return benchmark
  }

  /// The parameters of all benchmarks of a file: whatever any scenario is beside its workload and design.
  ///
  /// All benchmarks have the same ones, because JMH Visualizer pairs the values of two benchmarks by
  /// their position: a parameter that one of them lacks shifts the legend.
  private static func parameters(of scenarios: [MeasuredScenario]) -> [Dimension] {
    Dimension.allCases.filter { dimension in
      ![.workload, .design, .senders].contains(dimension)
        && scenarios.contains { !dimension.level(of: $0.dimensions).isEmpty }
    }
  }

  /// The value of a parameter; a scenario to which it does not apply has the word `none`.
  private static func level(_ parameter: Dimension, of dimensions: Dimensions) -> String {
    let level = parameter.level(of: dimensions)
    return level.isEmpty ? "none" : level
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
