/// One number of a load that bounds can be set for: a column of `loads.csv` that is marked as a
/// metric.
package struct LoadMetric: Sendable {
  /// The column's name, with its unit.
  package let name: String
  /// What makes the column a metric.
  package let traits: MetricTraits
  package let value: @Sendable (LoadRow) -> Double?
  /// The ends of its 95 % interval inside one process; `nil` where the file has no columns for them.
  let bounds: (low: ResultColumn<LoadRow>, high: ResultColumn<LoadRow>)?

  /// All of them, in the order of the columns.
  package static let all: [LoadMetric] = {
    let columns = Dictionary(uniqueKeysWithValues: LoadRow.columns.map { ($0.name, $0) })
    return LoadRow.columns.compactMap { column in
      let stem = column.name.hasSuffix(nsSuffix) ? column.name.dropLast(nsSuffix.count) : ""
      let low = columns["\(stem)_low\(nsSuffix)"]
      let high = columns["\(stem)_high\(nsSuffix)"]
      return column.metric.map {
        LoadMetric(
          name: column.name, traits: $0, value: { column.number(of: $0) },
          bounds: low.flatMap { low in high.map { (low, $0) } })
      }
    }
  }()

  /// The name of the metric that only workers have.
  package static let fairness = "fairness"
  /// The name of the metric that only a spike has.
  package static let recovery = "recovery_ns"
  /// The name of the metric that virtual time does not have.
  package static let processorTime = "cpu_ns_per_action"

  /// Between which the value lies in 95 of 100 loads like this; `nil` where that is not known.
  package func interval(_ row: LoadRow) -> ClosedRange<Double>? {
    guard let bounds, let low = bounds.low.number(of: row), let high = bounds.high.number(of: row),
      low <= high
    else { return nil }
    return low...high
  }

  /// The metric of that name. A time's unit may be left out, since a bound of it has its own, and a point
  /// may stand for the underscore in a percentile: `response_p99.9` is `response_p99_9_ns`.
  package static func named(_ name: String) -> LoadMetric? {
    let spelt = name.replacing(".", with: "_")
    return all.first { $0.name == spelt } ?? all.first { $0.name == spelt + nsSuffix }
  }

  private static let nsSuffix = "_ns"

  /// Which percentile it is, above 0 and below 100; `nil` where it is none.
  package var percent: Double? {
    guard isTime, let mark = name.ranges(of: "_p").last else { return nil }
    let digits = name[mark.upperBound...].dropLast(Self.nsSuffix.count)
    return Double(digits.replacing("_", with: "."))
  }

  /// Whether it is a number of things.
  package var isCount: Bool { name.hasSuffix("_total") }

  /// Whether it is a time.
  package var isTime: Bool { name.hasSuffix(Self.nsSuffix) || name.contains("_ns_per_") }
}
