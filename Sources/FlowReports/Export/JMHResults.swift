import FlowResults
import Measurement

/// JMH's result file: a benchmark for each scenario, with its samples by process.
///
/// A JMH fork is a fresh process, an iteration a sample, an operation an action. Fields about a
/// Java machine and the warm-up are omitted.
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

  /// The parameters of all benchmarks of a file.
  ///
  /// All benchmarks have the same ones, because JMH Visualizer pairs values by position.
  private static func parameters(of scenarios: [MeasuredScenario]) -> [Dimension] {
    Dimension.allCases.filter { dimension in
      ![.workload, .design, .senders].contains(dimension)
        && scenarios.contains { !dimension.level(of: $0.dimensions).isEmpty }
    }
  }

  /// The value of a parameter, or `none`.
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

  /// A number, or JMH's word `NaN`.
  private static func number(_ value: Double?) -> Any { value ?? "NaN" }
}

/// JMH's statistics over all samples, as if they were independent.
struct JMHScore {
  /// The arithmetic mean.
  let mean: Double
  /// Half of the mean's 99.9 % interval by Student's *t*; `nil` below three samples.
  let error: Double?
  private let sorted: [Double]

  /// The percentiles in a result file.
  static let percentiles = [0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100]

  /// - Parameter samples: At least one.
  init(_ samples: [Double]) {
    precondition(!samples.isEmpty, "samples: must be at least one, got none")
    let count = Double(samples.count)
    let mean = samples.reduce(0, +) / count
    self.mean = mean
    sorted = samples.sorted()
    guard samples.count > 2 else {
      error = nil
      return
    }
    let variance = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    let t = StudentT(degreesOfFreedom: count - 1).quantile(0.9995)
    error = t * (variance / count).squareRoot()
  }

  /// The percentile, interpolated around rank *p*(*n* + 1)/100: definition 6 of R. J. Hyndman and
  /// Y. Fan, *Sample quantiles in statistical packages*, 1996.
  func percentile(_ p: Double) -> Double {
    let rank = p * Double(sorted.count + 1) / 100
    guard rank >= 1 else { return sorted[0] }
    guard rank < Double(sorted.count) else { return sorted[sorted.count - 1] }
    let below = Int(rank)
    return sorted[below - 1] + (rank - Double(below)) * (sorted[below] - sorted[below - 1])
  }
}
