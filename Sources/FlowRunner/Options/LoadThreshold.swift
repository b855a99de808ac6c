import FlowResults
import Measurement
import PlainText
import Workloads

/// A condition on a load's results, written as `response_p99<5ms`.
struct LoadThreshold: Codable, Equatable, Sendable, CustomStringConvertible {
  enum Relation: String, CaseIterable, Codable {
    case atMost = "<="
    case atLeast = ">="
    case equal = "=="
    case unequal = "!="
    case below = "<"
    case above = ">"

    func holds(_ left: Double, _ right: Double) -> Bool {
      switch self {
      case .atMost: left <= right
      case .atLeast: left >= right
      case .equal: left == right
      case .unequal: left != right
      case .below: left < right
      case .above: left > right
      }
    }
  }

  /// The column of `loads.csv`.
  let metric: String
  let relation: Relation
  /// The limit in the metric's unit.
  let limit: Double

  private init(metric: String, relation: Relation, limit: Double) {
    self.metric = metric
    self.relation = relation
    self.limit = limit
  }

  /// Reads a threshold.
  init(parsing text: String) throws(PlanError) {
    // The parser knows the option.
    let option = ""
    let rest = text.drop { !"<>=!".contains($0) }
    let sign = rest.prefix { "<>=!".contains($0) }
    guard let relation = Relation(rawValue: String(sign)) else {
      throw .invalid(
        option: option,
        rule: "must be a metric, one of < <= > >= == != and a value, such as response_p99<5ms",
        value: "'\(text)'")
    }
    let metric = try Self.known(text[..<rest.startIndex].trimmed, option)
    self.init(
      metric: metric.name, relation: relation,
      limit: try Self.value(rest[sign.endIndex...].trimmed, of: metric, option))
  }

  /// Reads the bound of a search: `p99=5ms`, or `service_p99=5ms`.
  init(bound text: String) throws(PlanError) {
    let option = ""
    let parts = text.split(separator: "=", omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw .invalid(
        option: option, rule: "must be a percentile and a time, such as p99=5ms", value: "'\(text)'"
      )
    }
    let times = LoadMetric.all.filter { metric in
      metric.isTime
        && ["response_", "service_", "queueing_"].contains { metric.name.hasPrefix($0) }
    }
    let metric = try Self.known(parts[0].trimmed, option, among: times)
    let limit = try Self.value(parts[1].trimmed, of: metric, option)
    guard limit > 0 else {
      throw .invalid(
        option: option, rule: "must be a time above 0, such as p99=5ms", value: "'\(text)'")
    }
    self.init(metric: metric.name, relation: .atMost, limit: limit)
  }

  /// Returns the metric with a name; a percentile alone, such as `p99`, is that of the response time.
  private static func known(
    _ name: String, _ option: String, among metrics: [LoadMetric] = LoadMetric.all
  ) throws(PlanError) -> LoadMetric {
    let found = LoadMetric.named(name) ?? LoadMetric.named("response_\(name)")
    guard let found, metrics.contains(where: { $0.name == found.name }) else {
      throw .unknown(option: option, kind: "metric", name: name, known: metrics.map(\.name))
    }
    return found
  }

  private static func value(
    _ text: String, of metric: LoadMetric, _ option: String
  ) throws(PlanError) -> Double {
    guard metric.isTime else {
      guard let value = Double(decimal: text) else {
        throw .invalid(
          option: option, rule: "\(metric.name) must be a number", value: "'\(text)'")
      }
      return value
    }
    guard let ns = TimeText.parseNs(text) else {
      throw .invalid(
        option: option, rule: "\(metric.name) must be a time with its unit, such as 5ms",
        value: "'\(text)'")
    }
    return Double(ns)
  }

  /// Returns a Boolean value that indicates whether it holds; `nil` if the metric was not measured.
  func holds(for row: LoadRow) -> Bool? {
    LoadMetric.named(metric)?.value(row).map { relation.holds($0, limit) }
  }

  /// Returns the measured value with its unit.
  func found(in row: LoadRow) -> String {
    guard let metric = LoadMetric.named(metric), let value = metric.value(row) else {
      return "not measured"
    }
    return metric.text(value)
  }

  var description: String {
    let value = LoadMetric.named(metric).map { $0.text(limit) } ?? "\(limit)"
    return metric + relation.rawValue + value
  }
}

extension StringProtocol {
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(start.reversed().drop { $0.isWhitespace }.reversed())
  }
}

extension LoadMetric {
  /// Returns a value with its unit.
  func text(_ value: Double) -> String {
    if isTime { return TimeText.text(roundingNs: value) }
    // The limit of a count may have a fraction.
    return isCount
      ? Int(exactly: value).map(CountText.grouped) ?? "\(value)" : TextTable.number(value)
  }
}
