import FlowResults
import Foundation

/// What a run has measured, and so which of its files is compared, and by which numbers.
package enum RunKind: String {
  /// Scenarios, by `flowbench run`.
  case samples
  /// Loads, by `flowbench load`.
  case loads

  /// A number beside the one that a table is about.
  struct Beside: Sendable {
    let title: String
    let metric: any ComparedMetric
    /// Whether it is shown as a difference: a ratio says little of a number that may be 0.
    var isDifference = false
  }

  /// The file that holds what is compared.
  var fileName: String { self == .samples ? SampleRow.fileName : LoadRow.fileName }

  /// The name of such a run.
  var description: String { self == .samples ? "a run" : "a load run" }

  /// The name of one thing that it has measured.
  var noun: String { self == .samples ? "scenario" : "load" }

  /// The command that makes such a run.
  var command: String { "\(Executable.name) \(self == .samples ? "run" : "load")" }

  /// The metrics, the one that stands for a scenario first.
  var metrics: [any ComparedMetric] {
    self == .samples ? SummaryMetric.all : LoadMetric.compared
  }

  /// The metric that decides what a pair comes to.
  var leading: any ComparedMetric {
    switch self {
    case .samples: SummaryMetric.wall
    case .loads: LoadMetric.leading
    }
  }

  /// What a table shows beside it.
  var beside: [Beside] {
    switch self {
    case .samples:
      [
        Beside(title: "send", metric: SummaryMetric.send),
        Beside(title: "cpu", metric: SummaryMetric.cpu),
        Beside(title: "allocs", metric: SummaryMetric.allocations, isDifference: true),
      ]
    case .loads:
      [
        Beside(title: "p50", metric: LoadMetric.median),
        Beside(title: "service", metric: LoadMetric.service),
        Beside(title: "done/s", metric: LoadMetric.throughput),
      ]
    }
  }

  /// The metric that a person asks for.
  func metric(option name: String) throws(PlanError) -> any ComparedMetric {
    let column = self == .loads ? LoadMetric.named(name)?.name : name
    guard let metric = metrics.first(where: { $0.name == column }) else {
      throw .unknown(option: "--metric", kind: "metric", name: name, known: metrics.map(\.name))
    }
    return metric
  }

  /// What kind of run a directory holds.
  ///
  /// - Throws: `PlanError` when it holds none.
  init(of path: String, option: String) throws(PlanError) {
    let files = FileManager.default
    if files.fileExists(atPath: "\(path)/\(LoadRow.fileName)") {
      self = .loads
    } else if files.fileExists(atPath: "\(path)/\(SampleRow.fileName)") {
      self = .samples
    } else {
      throw .unusable(
        option: option, path: path,
        reason: "must be the directory of a run, with runs.csv and samples.csv, or loads.csv")
    }
  }
}
