import FlowResults
import Foundation

/// A number of each fresh process by which scenarios are compared.
protocol ComparedMetric: Sendable {
  var name: String { get }
  /// The position in the list of its kind; `nil` if it is not compared.
  var index: Int? { get }
  /// The share by which counts of the same work may differ; `nil` for a metric that scatters.
  var tolerance: Double? { get }
  /// The meaning of a larger value.
  var sense: MetricSense { get }

  /// The reason why the load decides a ratio, so that it is no finding; `nil` if it is one.
  func given(_ base: MeasuredScenario, _ candidate: MeasuredScenario) -> String?

  /// A value for a reader, without its unit.
  func text(_ value: Double?) -> String
}

/// The meaning of a larger value of a metric.
enum MetricSense {
  /// A time: more is slower.
  case time
  /// A count: more is more.
  case count
  /// A rate: more is faster.
  case rate
}

extension SummaryMetric: ComparedMetric {
  var sense: MetricSense { isTime ? .time : .count }

  func given(_ base: MeasuredScenario, _ candidate: MeasuredScenario) -> String? { nil }

  func text(_ value: Double?) -> String { TextTable.number(value) }
}

extension LoadMetric: ComparedMetric {
  /// The metrics of loads; the first one stands for a load.
  static let compared: [LoadMetric] =
    [leading] + all.filter { $0.traits.isCompared && $0.name != leading.name }

  /// The response time of the unlucky.
  static let leading = known("response_p99_ns")
  /// The typical response time.
  static let median = known("response_p50_ns")
  /// The service time without queueing.
  static let service = known("service_p50_ns")
  /// The completed actions per second.
  static let throughput = known("completed_per_second")
  /// The processor time per action.
  private static let processor = known("cpu_ns_per_action")

  private static func known(_ name: String) -> LoadMetric {
    guard let metric = named(name) else { preconditionFailure("no column is the metric \(name)") }
    return metric
  }

  var index: Int? { Self.compared.firstIndex { $0.name == name } }

  var tolerance: Double? { nil }

  var sense: MetricSense {
    isTime ? .time : name == Self.throughput.name ? .rate : .count
  }

  // A side that keeps up completes the actions that arrive, and waits for the next one on a core. The
  // load then decides throughput and processor time.
  func given(_ base: MeasuredScenario, _ candidate: MeasuredScenario) -> String? {
    let isSameLoad = base.dimensions.load == candidate.dimensions.load
    let keepUp = [base.isSustained, candidate.isSustained].map { $0 == true }
    switch name {
    case Self.throughput.name where isSameLoad && keepUp == [true, true]:
      return "as many as came: both sides keep up"
    case Self.throughput.name where !isSameLoad && keepUp.contains(true):
      return "the loads ask for different numbers of actions"
    case Self.processor.name where !isSameLoad && keepUp.contains(true):
      return "with the time of waiting, which the loads decide"
    default: return nil
    }
  }

  func text(_ value: Double?) -> String {
    isTime ? TextTable.time(value) : TextTable.number(value)
  }
}

/// The kind of a run: the file that is compared, and its metrics.
package enum RunKind: String {
  /// Scenarios of `flowbench run`.
  case samples
  /// Loads of `flowbench load`.
  case loads

  /// The file with the measured values.
  var fileName: String { self == .samples ? SampleRow.fileName : LoadRow.fileName }

  /// The name of such a run.
  var description: String { self == .samples ? "a run" : "a load run" }

  /// The name of one measured thing.
  var noun: String { self == .samples ? "scenario" : "load" }

  /// The command that makes such a run.
  var command: String { "\(Executable.name) \(self == .samples ? "run" : "load")" }

  /// The metrics, the one that stands for a scenario first.
  var metrics: [any ComparedMetric] {
    self == .samples ? SummaryMetric.all : LoadMetric.compared
  }

  /// The metric that decides the verdict on a pair.
  var leading: any ComparedMetric {
    switch self {
    case .samples: SummaryMetric.wall
    case .loads: LoadMetric.leading
    }
  }

  /// Metrics that a table shows beside it, some as a difference because they may be 0.
  var beside: [(title: String, metric: any ComparedMetric, isDifference: Bool)] {
    switch self {
    case .samples:
      [
        ("send", SummaryMetric.send, false), ("cpu", SummaryMetric.cpu, false),
        ("allocs", SummaryMetric.allocations, true),
      ]
    case .loads:
      [
        ("p50", LoadMetric.median, false), ("service", LoadMetric.service, false),
        ("done/s", LoadMetric.throughput, false),
      ]
    }
  }

  /// The requested metric.
  func metric(option name: String) throws(PlanError) -> any ComparedMetric {
    let column = self == .loads ? LoadMetric.named(name)?.name : name
    guard let metric = metrics.first(where: { $0.name == column }) else {
      throw .unknown(option: "--metric", kind: "metric", name: name, known: metrics.map(\.name))
    }
    return metric
  }

  /// The kind of the run in a directory.
  ///
  /// - Throws: `PlanError` if there is none.
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
