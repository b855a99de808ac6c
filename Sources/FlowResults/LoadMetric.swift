/// One number of a load that bounds can be set for: a column of `loads.csv` that is marked as a
/// metric.
package struct LoadMetric: Sendable {
  /// The column's name, with its unit.
  package let name: String
  /// What makes the column a metric.
  package let traits: MetricTraits
  package let value: @Sendable (LoadRow) -> Double?

  /// All of them, in the order of the columns.
  package static let all: [LoadMetric] = LoadRow.columns.compactMap { column in
    column.metric.map {
      LoadMetric(name: column.name, traits: $0, value: { column.number(of: $0) })
    }
  }

  /// The metric of that name. A time's unit may be left out, since a bound of it has its own, and a point
  /// may stand for the underscore in a percentile: `response_p99.9` is `response_p99_9_ns`.
  package static func named(_ name: String) -> LoadMetric? {
    let spelt = name.replacing(".", with: "_")
    return all.first { $0.name == spelt } ?? all.first { $0.name == spelt + nsSuffix }
  }

  private static let nsSuffix = "_ns"

  /// Whether it is a time.
  package var isTime: Bool { name.hasSuffix(Self.nsSuffix) || name.contains("_ns_per_") }
}
