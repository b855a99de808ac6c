import FlowResults
import Foundation
import Measurement

extension ExportSelection {
  /// Returns an entry of github-action-benchmark's `customSmallerIsBetter`.
  func actionBenchmarkEntry(_ scenario: MeasuredScenario) -> [String: Any]? {
    let metric = metric ?? .wall
    let processes = scenario.exported(metric)
    let samples = SortedSamples(processes.flatMap(\.samples))
    guard let median = samples.median else { return nil }
    let facts = [
      ("metric", metric.name), ("samples", "\(samples.count)"),
      ("processes", "\(processes.count)"), ("run", run.runID), ("swift", run.swiftVersion),
      ("cpu", run.cpuModel), ("warning", run.warning),
    ]
    // Charts are identified by their names, so metrics of a scenario need different ones.
    let isWall = metric.name == SummaryMetric.wall.name
    var entry: [String: Any] = [
      "name": isWall ? scenario.id : "\(scenario.id) \(metric.unit)",
      "value": median,
      "unit": metric.unit,
      "extra": facts.filter { !$0.1.isEmpty }.map { "\($0): \($1)" }.joined(separator: "\n"),
    ]
    if let interval = MedianInterval(samples) {
      let reach = max(median - interval.low, interval.high - median)
      let rounded = Double(String(format: "%.4g", reach)) ?? reach
      entry["range"] = "± \(PlainNumber.text(rounded))"
    }
    return entry
  }

  /// Returns a benchmark of JMH's result file.
  ///
  /// A JMH fork is a fresh process, an iteration a sample, an operation an action. Fields about a
  /// Java machine and the warm-up are omitted.
  func jmhResult(_ scenario: MeasuredScenario) -> [String: Any]? {
    let primary = metric ?? .wall
    let forks = scenario.exported(primary).map(\.samples)
    let secondary = SummaryMetric.all.filter { metric in
      metric.name != primary.name && !scenario.exported(metric).isEmpty
    }
    // JMH Visualizer pairs parameters by position, so all benchmarks of a file have the same ones.
    let parameters = Dimension.allCases.filter { dimension in
      ![.workload, .design, .senders].contains(dimension)
        && scenarios.contains { !dimension.level(of: $0.dimensions).isEmpty }
    }
    let levels = parameters.map { dimension in
      let level = dimension.level(of: scenario.dimensions)
      return (dimension.rawValue, level.isEmpty ? "none" : level)
    }
    var benchmark: [String: Any] = [
      "benchmark": "flowbench.\(scenario.dimensions.workload).\(scenario.dimensions.design)",
      "mode": "avgt",
      "forks": forks.count,
      "measurementIterations": forks.map(\.count).max() ?? 0,
      "params": Dictionary(uniqueKeysWithValues: levels),
      "primaryMetric": Self.jmhMetric(scenario, primary),
      "secondaryMetrics": Dictionary(
        uniqueKeysWithValues: secondary.map { ($0.name, Self.jmhMetric(scenario, $0)) }),
    ]
    benchmark["threads"] = scenario.dimensions.senders
    return benchmark
  }

  private static let jmhPercentiles = [
    0, 50, 90, 95, 99, 99.9, 99.99, 99.999, 99.9999, 100,
  ]

  private static func jmhMetric(
    _ scenario: MeasuredScenario, _ metric: SummaryMetric
  ) -> [String: Any] {
    let forks = scenario.exported(metric).map(\.samples)
    let samples = SortedSamples(forks.joined())
    let mean = samples.mean ?? 0
    let error = jmhError(samples.values, mean: mean)
    let percentiles = Self.jmhPercentiles.compactMap { percent in
      jmhPercentile(percent, of: samples).map { ("\(percent)", $0) }
    }
    return [
      "score": mean,
      "scoreError": error ?? "NaN",
      "scoreConfidence": [error.map { mean - $0 } ?? "NaN", error.map { mean + $0 } ?? "NaN"]
        as [Any],
      "scorePercentiles": Dictionary(uniqueKeysWithValues: percentiles),
      "scoreUnit": metric.unit,
      "rawData": forks,
    ]
  }

  /// Returns a percentile as JMH computes it, at the rank *p*(*n* + 1) / 100: definition 6 of R. J.
  /// Hyndman and Y. Fan, *Sample quantiles in statistical packages*, 1996.
  static func jmhPercentile(_ percent: Double, of samples: SortedSamples) -> Double? {
    let rank = percent * Double(samples.count + 1) / 100
    guard rank >= 1 else { return samples.min }
    guard rank < Double(samples.count) else { return samples.max }
    let (below, rest) = (Int(rank), rank - rank.rounded(.down))
    return samples.values[below - 1] + rest * (samples.values[below] - samples.values[below - 1])
  }

  /// Returns half of the mean's 99.9 % interval by Student's *t*, as if samples were independent;
  /// `nil` for fewer than three samples.
  static func jmhError(_ samples: [Double], mean: Double) -> Double? {
    guard samples.count > 2 else { return nil }
    let count = Double(samples.count)
    let variance = samples.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (count - 1)
    return StudentT(degreesOfFreedom: count - 1).quantile(0.9995) * (variance / count).squareRoot()
  }
}
