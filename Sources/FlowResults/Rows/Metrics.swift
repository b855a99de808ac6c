/// A column of `samples.csv` that is a metric.
package struct SummaryMetric: Sendable {
  /// The column's name, with its unit.
  package let name: String
  package let traits: MetricTraits
  /// The position in `all`.
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
  /// The processor time on all cores.
  package static let cpu = known("cpu_ns_per_action")
  /// The time inside `send`.
  package static let send = known("send_ns_per_action")
  /// The median time of a single action at a pace.
  package static let cold = known("cold_ns")
  /// The 99th percentile of these times.
  package static let coldP99 = known("cold_p99_ns")
  /// The median time of an empty action at a pace.
  package static let coldEmpty = known("cold_empty_ns")
  /// The number of allocated blocks.
  package static let allocations = known("allocations_per_action")
  /// The bytes of these blocks, in size classes.
  package static let bytes = known("bytes_per_action")
  /// The bytes that stay in use after an action.
  package static let left = known("left_bytes_per_action")
  /// The heap in use of the store with its state and views, in bytes.
  package static let memory = known("kept_bytes")
  /// The comparisons of rows.
  package static let comparisons = known("comparisons_per_action")
  /// The notified views that draw the same as before.
  package static let wasted = known("wasted_per_action")
  /// The time of a step of fixed work.
  package static let reference = known("reference_ns_per_step")

  private static func known(_ name: String) -> SummaryMetric {
    guard let metric = named(name) else { preconditionFailure("no column is the metric \(name)") }
    return metric
  }

  package static func named(_ name: String) -> SummaryMetric? { all.first { $0.name == name } }

  /// Returns the metric that `--metric` names.
  package static func named(option name: String) throws(PlanError) -> SummaryMetric {
    guard let metric = named(name) else {
      throw .unknown(option: "--metric", kind: "metric", name: name, known: all.map(\.name))
    }
    return metric
  }

  /// The relative difference of equal work without a warning; `nil` for times.
  package var tolerance: Double? { traits.tolerance }

  /// A Boolean value that indicates whether it is a time; all others are counts.
  package var isTime: Bool { name.hasSuffix("_ns_per_action") || name.hasSuffix("_ns") }
}

/// A column of `loads.csv` that is a metric, for which thresholds can be set.
package struct LoadMetric: Sendable {
  /// The column's name, with its unit.
  package let name: String
  package let traits: MetricTraits
  package let value: @Sendable (LoadRow) -> Double?
  /// The columns of its 95 % interval within a process; `nil` if there are none.
  private let bounds: (low: ResultColumn<LoadRow>, high: ResultColumn<LoadRow>)?

  /// All metrics in the order of the columns.
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

  /// The name of the metric that virtual time does not have.
  package static let processorTime = "cpu_ns_per_action"

  /// Returns the 95 % interval within a process; `nil` if it is unknown.
  package func interval(_ row: LoadRow) -> ClosedRange<Double>? {
    guard let bounds, let low = bounds.low.number(of: row), let high = bounds.high.number(of: row),
      low <= high
    else { return nil }
    return low...high
  }

  /// Returns the metric with a name.
  ///
  /// The unit of a time may be omitted, and a percentile may have a point instead of an underscore:
  /// `response_p99.9` is `response_p99_9_ns`.
  package static func named(_ name: String) -> LoadMetric? {
    let spelt = name.replacing(".", with: "_")
    return all.first { $0.name == spelt } ?? all.first { $0.name == spelt + nsSuffix }
  }

  private static let nsSuffix = "_ns"

  /// The percentile, above 0 and below 100; `nil` if it is none.
  package var percent: Double? {
    guard isTime, let mark = name.ranges(of: "_p").last else { return nil }
    let digits = name[mark.upperBound...].dropLast(Self.nsSuffix.count)
    return Double(digits.replacing("_", with: "."))
  }

  /// A Boolean value that indicates whether it is a number of things.
  package var isCount: Bool { name.hasSuffix("_total") }

  /// A Boolean value that indicates whether it is a time.
  package var isTime: Bool { name.hasSuffix(Self.nsSuffix) || name.contains("_ns_per_") }
}
