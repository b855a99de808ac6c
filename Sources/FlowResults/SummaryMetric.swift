/// A number of every sample that is summarised: a column of `samples.csv` that is a metric.
package struct SummaryMetric: Sendable {
  /// The column's name, with its unit.
  package let name: String
  package let traits: MetricTraits
  /// Its position in `all`.
  package let index: Int?
  package let value: @Sendable (SampleRow) -> Double?

  /// All metrics in the order of the columns; the first one represents a scenario.
  package static let all: [SummaryMetric] = SampleRow.columns
    .compactMap { column in column.metric.map { (column, $0) } }.enumerated()
    .map { index, marked in
      let (column, traits) = marked
      return SummaryMetric(
        name: column.name, traits: traits, index: index, value: { column.number(of: $0) })
    }

  /// The elapsed time until all work has ended.
  package static let wall = known("wall_ns_per_action")
  /// The time on all cores.
  package static let cpu = known("cpu_ns_per_action")
  /// The time inside `send`.
  package static let send = known("send_ns_per_action")
  /// The blocks of the allocator.
  package static let allocations = known("allocations_per_action")
  /// The bytes of these blocks, in size classes.
  package static let bytes = known("bytes_per_action")
  /// The notified views that draw the same as before.
  package static let wasted = known("wasted_per_action")

  private static func known(_ name: String) -> SummaryMetric {
    guard let metric = named(name) else { preconditionFailure("no column is the metric \(name)") }
    return metric
  }

  /// Returns the metric with a name.
  package static func named(_ name: String) -> SummaryMetric? { all.first { $0.name == name } }

  /// Returns the metric that `--metric` names.
  package static func named(option name: String) throws(PlanError) -> SummaryMetric {
    guard let metric = named(name) else {
      throw .unknown(option: "--metric", kind: "metric", name: name, known: all.map(\.name))
    }
    return metric
  }

  /// The relative difference of equal work that causes no warning; `nil` for times.
  package var tolerance: Double? { traits.tolerance }

  /// A Boolean value that indicates whether it is a time; all others are counts.
  package var isTime: Bool { name.hasSuffix("_ns_per_action") }
}
