import ResultFixtures
import Testing

@testable import FlowReports
@testable import FlowResults
@testable import FlowRunner

/// Metrics, which are marked columns.
struct SummaryMetricTests {
  @Test func `every marked column is a metric, in the order of the file`() {
    let marked = SampleRow.columns.filter { $0.metric != nil }.map(\.name)
    #expect(SummaryMetric.all.map(\.name) == marked)
    #expect(marked.count == 22 && marked.first == "wall_ns_per_action")
    #expect(SummaryMetric.all.enumerated().allSatisfy { $1.index == $0 })
  }

  @Test func `a metric reads its own column`() {
    let row = SampleRow.full
    for metric in SummaryMetric.all {
      let column = SampleRow.columns.first { $0.name == metric.name }
      #expect(
        metric.value(row).map { "\($0)" } == column.flatMap { Double($0.cell(row)) }.map { "\($0)" }
      )
      #expect(metric.value(row) != nil, "\(metric.name)")
      #expect(metric.value(SampleRow()) == nil, "\(metric.name)")
    }
  }

  @Test func `the gate compares counts only`() {
    #expect(
      Baseline.metrics.map(\.name) == [
        "allocations_per_action", "bytes_per_action", "requested_bytes_per_action",
        "objects_per_action", "retains_per_action", "releases_per_action",
        "instructions_per_action",
      ])
    #expect(Baseline.metrics.allSatisfy { $0.tolerance != nil && !$0.isTime })
  }
}
