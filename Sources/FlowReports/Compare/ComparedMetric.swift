import FlowResults

/// A number of each fresh process by which scenarios are held against each other.
protocol ComparedMetric: Sendable {
  /// Its name.
  var name: String { get }
  /// Its place in the list of its kind; `nil` when it is not compared.
  var index: Int? { get }
  /// What part of it counts of the same work may differ by without a warning; `nil` for what
  /// scatters anyway.
  var tolerance: Double? { get }
  /// What more of it is called.
  var sense: MetricSense { get }

  /// Why a ratio of it says what was asked for and not what was found; `nil` when it is a finding.
  func given(_ base: MeasuredScenario, _ candidate: MeasuredScenario) -> String?

  /// A value for a reader; the metric's name, or the table, says in which unit.
  func text(_ value: Double?) -> String
}

/// What more of a metric is called.
enum MetricSense {
  /// A time: more of it is slower.
  case time
  /// A number of something: more of it is more.
  case count
  /// So many in a second: more of it is faster.
  case rate
}

extension SummaryMetric: ComparedMetric {
  var sense: MetricSense { isTime ? .time : .count }

  // A closed loop asks for nothing that it could be given.
  func given(_ base: MeasuredScenario, _ candidate: MeasuredScenario) -> String? { nil }

  func text(_ value: Double?) -> String { TextTable.number(value) }
}
