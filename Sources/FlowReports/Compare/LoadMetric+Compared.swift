import FlowResults

// Which numbers of a load are compared, and when they are no findings.

extension LoadMetric: ComparedMetric {
  /// What loads are compared by; the first one stands for a load.
  static let compared: [LoadMetric] =
    [leading] + all.filter { $0.traits.isCompared && $0.name != leading.name }

  /// What a person waits who is among the unlucky: a load's answer.
  static let leading = known("response_p99_ns")
  /// What most wait.
  static let median = known("response_p50_ns")
  /// What an action takes when nothing waits.
  static let service = known("service_p50_ns")
  /// Actions done for each second.
  static let throughput = known("completed_per_second")
  /// Processor time for each action.
  private static let processor = known("cpu_ns_per_action")

  private static func known(_ name: String) -> LoadMetric {
    guard let metric = named(name) else { preconditionFailure("no column is the metric \(name)") }
    return metric
  }

  var index: Int? { Self.compared.firstIndex { $0.name == name } }

  // The same load may do as many actions and still scatter: none of its numbers is exact.
  var tolerance: Double? { nil }

  var sense: MetricSense {
    isTime ? .time : name == Self.throughput.name ? .rate : .count
  }

  /// Whoever keeps up does as many actions a second as come, and waits for the next one on a core:
  /// then throughput is the question and not the answer, and the processor's time is the rate's.
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
