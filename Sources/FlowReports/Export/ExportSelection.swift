import FlowResults
import Foundation
import Measurement

/// The exported scenarios: valid ones that were measured.
struct ExportSelection {
  let run: MeasuredRun
  private(set) var scenarios: [MeasuredScenario] = []
  /// The exported metric; `nil`: all metrics.
  let metric: SummaryMetric?
  /// The omitted scenarios with reasons.
  private(set) var warnings: [String] = []

  /// Omits scenarios that are invalid or were not measured.
  ///
  /// - Parameter needsActions: A Boolean value that indicates whether samples must have their
  ///   number of actions.
  init(
    _ found: [MeasuredScenario], of run: MeasuredRun, metric: SummaryMetric?, needsActions: Bool
  ) {
    self.run = run
    self.metric = metric
    for scenario in found {
      let processes = (metric.map { [$0] } ?? SummaryMetric.all)
        .flatMap { scenario.exported($0) }
      if let fault = scenario.fault {
        // A reason may contain the output of a program, which has several lines.
        let reason = fault.split(whereSeparator: \.isNewline).first ?? "not valid"
        warnings.append("omitted \(scenario.id): \(reason)")
      } else if processes.isEmpty {
        warnings.append(
          "omitted \(scenario.id): \(metric?.name ?? "every metric") was not measured")
      } else if needsActions, processes.contains(where: { $0.actions == nil }) {
        warnings.append("omitted \(scenario.id): samples lack their number of actions")
      } else {
        scenarios.append(scenario)
      }
    }
  }
}

extension ExportSelection {
  /// The entries of github-action-benchmark's `customSmallerIsBetter`.
  var actionBenchmarkEntries: [[String: Any]] { scenarios.compactMap(actionBenchmarkEntry) }

  private func actionBenchmarkEntry(_ scenario: MeasuredScenario) -> [String: Any]? {
    let metric = metric ?? .wall
    let processes = scenario.exported(metric)
    let run = run.machine(of: scenario)
    let medians = processes.compactMap { SortedSamples($0.samples).median }
    guard let estimate = ProcessEstimate(medians) else { return nil }
    let facts = [
      ("metric", metric.name), ("processes", "\(medians.count)"), ("run", run.runID),
      ("swift", run.swiftVersion),
      ("cpu", run.cpuModel), ("warning", run.warning),
    ]
    // Charts are identified by their names, so metrics of a scenario need different ones.
    let isWall = metric.name == SummaryMetric.wall.name
    var entry: [String: Any] = [
      "name": isWall ? scenario.id : "\(scenario.id) \(metric.unit)",
      "value": estimate.value,
      "unit": metric.unit,
      "extra": facts.filter { !$0.1.isEmpty }.map { "\($0): \($1)" }.joined(separator: "\n"),
    ]
    if let interval = estimate.interval {
      let reach = max(
        estimate.value - interval.lowerBound, interval.upperBound - estimate.value)
      let rounded = Double(String(format: "%.4g", reach)) ?? reach
      entry["range"] = "± \(PlainNumber.text(rounded))"
    }
    return entry
  }
}

extension MeasuredScenario {
  /// Returns the processes whose samples of a metric are exported: the timed ones, if there are
  /// any.
  func exported(_ metric: SummaryMetric) -> [MeasuredProcess] {
    let processes = processes(metric)
    let timed = processes.filter { $0.pass == Pass.timing.rawValue }
    return timed.isEmpty ? processes : timed
  }
}

extension SummaryMetric {
  /// The unit in other tools, which call an action an operation: `cpu_ns_per_action` is
  /// `cpu-ns/op`, and `retains_per_action` is `retains/op`.
  var unit: String {
    traits.unit
      ?? name.replacing("_per_action", with: "/op").replacing("_", with: "-")
  }
}

/// Numbers with all their digits.
enum PlainNumber {
  /// Returns a number as `668.0304`; a whole number has no point.
  static func text(_ value: Double) -> String {
    Int(exactly: value).map { "\($0)" } ?? "\(value)"
  }
}
