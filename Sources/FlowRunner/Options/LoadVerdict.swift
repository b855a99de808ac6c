import FlowResults
import Measurement

/// The verdict about a threshold, by the interval of its metric.
enum LoadVerdict: Equatable {
  case holds
  case broken
  /// The interval contains the limit: more or longer processes are needed.
  case inconclusive
  /// The generator's delay or pauses of the machine are a tenth or more of the value.
  case disturbed
  case notMeasured

  /// The verdicts that further processes may change.
  static let undecided: [LoadVerdict] = [.inconclusive, .disturbed]
}

extension LoadThreshold {
  /// Returns the verdict about several processes of a load.
  ///
  /// A time is compared by the interval of its mean over the processes; if there is one process, by
  /// the interval within it or by its value. Counts must hold in each process.
  ///
  /// A process decides about a response time only if its generator was in time: a percentile is
  /// trusted, or the generator's delay is less than a tenth of the limit. Pauses and delays only
  /// lengthen a time, so that one that is short enough with them is short enough without them; one
  /// that is too long must be trusted, or its service alone is too long.
  ///
  /// - Parameter rows: A row for each process, at least one.
  func verdict(of rows: [LoadRow]) -> LoadVerdict {
    guard let metric = LoadMetric.named(metric) else { return .notMeasured }
    guard metric.isOfResponse else { return verdict(of: rows, metric) }
    let inTime = rows.filter { metric.isInTime(in: $0, for: limit) }
    let all = inTime.isEmpty ? .disturbed : verdict(of: inTime, metric)
    let tooLong: LoadVerdict = isUpperLimit ? .broken : .holds
    guard [tooLong, .inconclusive, .disturbed].contains(all) else {
      return all
    }
    let trusted = inTime.filter { metric.isTrusted(in: $0) }
    if !trusted.isEmpty { return verdict(of: trusted, metric) }
    let unpaused = rows.filter { metric.isUnpaused(in: $0) }
    // A response is no shorter than its service.
    let service = metric.other("service").map { verdict(of: unpaused, $0) }
    return service == tooLong ? tooLong : .disturbed
  }

  private func verdict(of rows: [LoadRow], _ metric: LoadMetric) -> LoadVerdict {
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
    guard metric.isTime, isOrder else { return nil }
    guard values.count > 1 else { return metric.interval(rows[0]) }
    return ProcessEstimate(values)?.interval
  }

  private var isOrder: Bool { relation != .equal && relation != .unequal }

  private var isUpperLimit: Bool { relation == .below || relation == .atMost }

  /// Returns the measured values with their unit and interval.
  func found(in rows: [LoadRow]) -> String {
    guard let metric = LoadMetric.named(metric), rows.count > 0 else { return "not measured" }
    let values = rows.compactMap { metric.value($0) }
    guard values.count == rows.count else {
      return rows.contains { $0.quality.steadiness == LoadQuality.overloaded }
        ? "overloaded" : "not measured"
    }
    let text = values.map { metric.text($0) }.joined(separator: ", ")
    if verdict(of: rows) == .disturbed {
      return "\(text), of which a tenth or more is the generator's delay or pauses of the machine"
    }
    guard let interval = interval(rows, values, metric) else { return text }
    return "\(text) (\(metric.text(interval.lowerBound)) to \(metric.text(interval.upperBound)))"
  }
}

extension LoadMetric {
  /// A Boolean value that indicates whether disturbances of the generator are a part of it.
  fileprivate var isOfResponse: Bool {
    isTime && (name.hasPrefix("response_") || name.hasPrefix("queueing_"))
  }

  /// Returns the same statistic of another of the four times.
  fileprivate func other(_ time: String) -> LoadMetric? {
    name.firstIndex(of: "_").flatMap { LoadMetric.named(time + name[$0...]) }
  }

  /// Returns whether the generator was in time for a limit; `true` if that is unknown.
  fileprivate func isInTime(in row: LoadRow, for limit: Double) -> Bool {
    guard row.quality.trustedPercentile == LoadQuality.noPercentile else { return true }
    return other("generator_delay")?.value(row).map { $0 <= limit / 10 } ?? false
  }

  /// Returns whether it is trusted in a process; `true` if that is unknown.
  fileprivate func isTrusted(in row: LoadRow) -> Bool {
    row.quality.trustedPercentile.map { (percent ?? 100) <= $0 } ?? true
  }

  /// Returns whether pauses delayed less than a tenth of the actions above it.
  fileprivate func isUnpaused(in row: LoadRow) -> Bool {
    let above = Double(row.completed ?? 0) * (100 - (percent ?? 100)) / 100
    return Double(row.quality.pausedActions ?? 0) <= above / 10
  }
}
