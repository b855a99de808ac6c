import FlowResults

/// A number of each fresh process by which scenarios are compared.
protocol ComparedMetric: Sendable {
  var name: String { get }
  /// The position in the list of its kind; `nil` if it is not compared.
  var index: Int? { get }
  /// The share by which counts of the same work may differ; `nil` for times and rates.
  var tolerance: Double? { get }
  /// The meaning of a larger value.
  var sense: MetricSense { get }
  /// A Boolean value that indicates whether it is corrected for slow phases of the machine.
  var isCorrected: Bool { get }

  /// Returns the reason why the load determines a ratio, which then has no verdict; otherwise
  /// `nil`.
  func given(_ base: MeasuredScenario, _ candidate: MeasuredScenario) -> String?

  /// Returns a value for tables.
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

  var isCorrected: Bool { isTime }

  func given(_ base: MeasuredScenario, _ candidate: MeasuredScenario) -> String? {
    name == Self.reference.name ? "the speed of the machine" : nil
  }

  func text(_ value: Double?) -> String { TextTable.number(value) }
}

extension LoadMetric: ComparedMetric {
  static let leading = known("response_p99_ns")
  static let median = known("response_p50_ns")
  static let service = known("service_p50_ns")
  static let throughput = known("completed_per_second")

  /// The metrics of loads, the leading one first.
  static let compared: [LoadMetric] =
    [leading] + all.filter { $0.traits.isCompared && $0.name != leading.name }

  private static func known(_ name: String) -> LoadMetric {
    guard let metric = named(name) else { preconditionFailure("no column is the metric \(name)") }
    return metric
  }

  var index: Int? { Self.compared.firstIndex { $0.name == name } }

  var tolerance: Double? { nil }

  var isCorrected: Bool { false }

  var sense: MetricSense {
    isTime ? .time : name == Self.throughput.name ? .rate : .count
  }

  // A side that keeps up completes the actions that arrive, and waits for the next one on a core.
  // The load then determines throughput and processor time.
  func given(_ base: MeasuredScenario, _ candidate: MeasuredScenario) -> String? {
    let isSameLoad = base.dimensions.load == candidate.dimensions.load
    let keepUp = [base.isSustained, candidate.isSustained].map { $0 == true }
    switch name {
    case Self.throughput.name where isSameLoad && keepUp == [true, true]:
      return "both sides complete all actions that arrive"
    case Self.throughput.name where !isSameLoad && keepUp.contains(true):
      return "the loads request different numbers of actions"
    case Self.processorTime where !isSameLoad && keepUp.contains(true):
      return "includes the time of waiting, which the loads determine"
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

  /// One measured thing.
  var noun: String { self == .samples ? "scenario" : "load" }

  /// The subcommand that makes such a run.
  var command: String { self == .samples ? "run" : "load" }

  /// The metrics, the leading one first.
  var metrics: [any ComparedMetric] {
    self == .samples ? SummaryMetric.all : LoadMetric.compared
  }

  /// The metric that determines the verdict on a pair.
  var leading: any ComparedMetric { metrics[0] }

  /// The metrics that a table shows beside it; counts are shown as differences, because they may be
  /// 0.
  var beside: [(title: String, metric: any ComparedMetric)] {
    switch self {
    case .samples:
      [
        ("send", SummaryMetric.send), ("cpu", SummaryMetric.cpu),
        ("allocs", SummaryMetric.allocations),
      ]
    case .loads:
      [
        ("p50", LoadMetric.median), ("service", LoadMetric.service),
        ("done/s", LoadMetric.throughput),
      ]
    }
  }

  /// Returns the metric that `--metric` names.
  func metric(option name: String) throws(PlanError) -> any ComparedMetric {
    let column = self == .loads ? LoadMetric.named(name)?.name : name
    guard let metric = metrics.first(where: { $0.name == column }) else {
      throw .unknown(option: "--metric", kind: "metric", name: name, known: metrics.map(\.name))
    }
    return metric
  }

  /// Finds the kind of the run in a directory.
  ///
  /// - Throws: `PlanError` if there is no run.
  init(of path: String, option: String) throws(PlanError) {
    let kinds: [RunKind] = [.loads, .samples]
    let found = kinds.first {
      RunFile.exists("\(path)/\($0.fileName)")
    }
    guard let found else {
      throw .unusable(
        option: option, path: path,
        reason: "must be the directory of a run, such as '\(Executable.name) run' makes")
    }
    self = found
  }
}
