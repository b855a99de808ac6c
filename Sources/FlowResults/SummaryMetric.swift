/// A number of every sample that is summarised: a column of `samples.csv` that is marked as a metric.
package struct SummaryMetric: Sendable {
  /// The column's name, with its unit.
  package let name: String
  /// What makes the column a metric.
  package let traits: MetricTraits
  /// Its position in `all`.
  package let index: Int?
  package let value: @Sendable (SampleRow) -> Double?

  /// Every metric in the order of the columns; the first one stands for a scenario.
  package static let all: [SummaryMetric] = SampleRow.columns
    .compactMap { column in column.metric.map { (column, $0) } }.enumerated()
    .map { index, marked in
      let (column, traits) = marked
      return SummaryMetric(
        name: column.name, traits: traits, index: index, value: { column.number(of: $0) })
    }

  /// Elapsed time until all is quiet: what a scenario costs.
  package static let wall = known("wall_ns_per_action")
  /// Time on all cores.
  package static let cpu = known("cpu_ns_per_action")
  /// Time that the sender spends inside `send`.
  package static let send = known("send_ns_per_action")
  /// Blocks handed out by the allocator.
  package static let allocations = known("allocations_per_action")
  /// Bytes of those blocks, in the allocator's size classes.
  package static let bytes = known("bytes_per_action")
  /// Views notified although what they draw is the same.
  package static let wasted = known("wasted_per_action")

  private static func known(_ name: String) -> SummaryMetric {
    guard let metric = named(name) else { preconditionFailure("no column is the metric \(name)") }
    return metric
  }

  /// The metric with a name; `nil` when there is none.
  package static func named(_ name: String) -> SummaryMetric? { all.first { $0.name == name } }

  /// The metric that `--metric` names.
  package static func named(option name: String) throws(PlanError) -> SummaryMetric {
    guard let metric = named(name) else {
      throw .unknown(option: "--metric", kind: "metric", name: name, known: all.map(\.name))
    }
    return metric
  }

  /// What part of it counts of the same work may differ by without a warning; `nil` for what is
  /// timed and scatters anyway.
  package var tolerance: Double? { traits.tolerance }

  /// Whether it is a time: all others are numbers of something.
  package var isTime: Bool { name.hasSuffix("_ns_per_action") }
}
