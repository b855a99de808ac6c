import FlowResults
import Measurement

/// Whether what must hold of a load holds, by how far its number may be off.
enum LoadVerdict: Equatable {
  case holds
  case broken
  /// The interval has the limit inside: more processes, or longer ones, would tell.
  case inconclusive
  /// There is no number.
  case notMeasured
}

extension LoadThreshold {
  /// What several processes of a load come to.
  ///
  /// - Parameter rows: One row for each process; at least one.
  ///
  /// A time of several processes is judged by the interval of its mean over them, since one process is one
  /// draw; a time of one process by its interval inside that process, and by itself where it has none.
  /// Everything else is counted, and must hold in each process.
  func verdict(of rows: [LoadRow]) -> LoadVerdict {
    guard let metric = LoadMetric.named(metric) else { return .notMeasured }
    let values = rows.compactMap { metric.value($0) }
    guard values.count == rows.count, !values.isEmpty else { return .notMeasured }
    guard let interval = interval(rows, values, metric) else {
      return values.allSatisfy { relation.holds($0, limit) } ? .holds : .broken
    }
    let (low, high) = (
      relation.holds(interval.lowerBound, limit), relation.holds(interval.upperBound, limit)
    )
    guard low != high else { return low ? .holds : .broken }
    return .inconclusive
  }

  private func interval(
    _ rows: [LoadRow], _ values: [Double], _ metric: LoadMetric
  ) -> ClosedRange<Double>? {
    guard metric.isTime, relation.isOrder else { return nil }
    guard values.count > 1 else { return metric.interval(rows[0]) }
    return RoundInterval(values).map { $0.low...$0.high }
  }

  /// What was measured, with its unit, and how far it may be off.
  func found(in rows: [LoadRow]) -> String {
    guard let metric = LoadMetric.named(metric), rows.count > 0 else { return "not measured" }
    let values = rows.compactMap { metric.value($0) }
    guard values.count == rows.count else {
      return rows.contains { $0.quality.steadiness == LoadQuality.overloaded }
        ? "overloaded" : "not measured"
    }
    let text = values.map { metric.text($0) }.joined(separator: ", ")
    guard let interval = interval(rows, values, metric) else { return text }
    return "\(text) (\(metric.text(interval.lowerBound)) to \(metric.text(interval.upperBound)))"
  }
}

extension LoadThreshold.Relation {
  /// Whether one number is to be on one side of the other.
  fileprivate var isOrder: Bool { self != .equal && self != .unequal }
}
