import FlowResults

// Which numbers of a load are compared, and when they are no findings.

extension LoadMetric: ComparedMetric {
  /// What loads are compared by; the first one stands for a load.
  static let compared: [LoadMetric] = [
    "response_p99", "response_p50", "response_p99.9", "response_mean", "response_max",
    "service_p50", "service_p99", throughputName, processorName,
  ].compactMap { named($0) }

  /// What a person waits who is among the unlucky: a load's answer.
  static let leading = compared[0]

  private static let throughputName = "throughput"
  private static let processorName = "cpu_per_action"

  var index: Int? { Self.compared.firstIndex { $0.name == name } }

  // The same load may do as many actions and still scatter: none of its numbers is exact.
  var tolerance: Double? { nil }

  var sense: MetricSense { isTime ? .time : name == Self.throughputName ? .rate : .count }

  /// Whoever keeps up does as many actions a second as come, and waits for the next one on a core:
  /// then throughput is the question and not the answer, and the processor's time is the rate's.
  func given(_ base: MeasuredScenario, _ candidate: MeasuredScenario) -> String? {
    let isSameLoad = base.dimensions.load == candidate.dimensions.load
    let keepUp = [base.keepsUp, candidate.keepsUp].map { $0 == true }
    switch name {
    case Self.throughputName where isSameLoad && keepUp == [true, true]:
      return "as many as came: both sides keep up"
    case Self.throughputName where !isSameLoad && keepUp.contains(true):
      return "the loads ask for different numbers of actions"
    case Self.processorName where !isSameLoad && keepUp.contains(true):
      return "with the time of waiting, which the loads decide"
    default: return nil
    }
  }

  func text(_ value: Double?) -> String {
    isTime ? TextTable.time(value) : TextTable.number(value)
  }
}
