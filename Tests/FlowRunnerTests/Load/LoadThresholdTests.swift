import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

struct LoadThresholdTests {
  private func row(p99Ns: Double?, dropped: Int? = 0) -> LoadRow {
    var row = LoadRow()
    row.response.p99Ns = p99Ns
    row.dropped = dropped
    return row
  }

  @Test(arguments: [
    ("response_p99<5ms", 4_999_999.0, true), ("response_p99<5ms", 5_000_000, false),
    ("response_p99<=5ms", 5_000_000, true), ("response_p99 > 5ms", 5_000_001, true),
    ("response_p99>=5ms", 4_999_999, false), ("response_p99==5ms", 5_000_000, true),
    ("response_p99!=5ms", 5_000_000, false),
  ])
  func `a threshold compares the value with its limit`(text: String, p99Ns: Double, holds: Bool)
    throws
  {
    let threshold = try LoadThreshold(parsing: text)
    #expect(threshold.holds(for: row(p99Ns: p99Ns)) == holds)
  }

  @Test func `a failure names the threshold and the value`() throws {
    let threshold = try LoadThreshold(parsing: " response_p99 <= 2.5ms ")
    #expect(threshold.description == "response_p99_ns<=2.5ms")
    #expect(threshold.found(in: row(p99Ns: 3_000_000)) == "3ms")
    #expect(threshold.found(in: row(p99Ns: nil)) == "not measured")
    #expect(threshold.holds(for: row(p99Ns: nil)) == nil)
  }

  @Test func `counts have no unit`() throws {
    let threshold = try LoadThreshold(parsing: "dropped_total==0")
    #expect(threshold.holds(for: row(p99Ns: nil)) == true)
    #expect(threshold.holds(for: row(p99Ns: nil, dropped: 1)) == false)
    #expect(threshold.description == "dropped_total==0")
  }

  @Test func `a bound is a threshold of the response`() throws {
    #expect(try LoadThreshold(bound: "p99=5ms").description == "response_p99_ns<=5ms")
    #expect(try LoadThreshold(bound: "service_p50=1us").description == "service_p50_ns<=1us")
    #expect(throws: PlanError.self) { try LoadThreshold(bound: "p99=0ms") }
  }

  @Test func `every metric is a column, and has a name of its own`() {
    let names = LoadMetric.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isSubset(of: LoadRow.columns.map(\.name)))
    // Four times of six numbers each, four totals, a rate, a processor's time.
    #expect(names.count == 30)
  }

  @Test(arguments: [
    ("response_p99_ns", "response_p99_ns"), ("response_p99", "response_p99_ns"),
    ("response_p99.9", "response_p99_9_ns"), ("response_p99_9", "response_p99_9_ns"),
    ("cpu_ns_per_action", "cpu_ns_per_action"), ("dropped_total", "dropped_total"),
  ])
  func `the unit of a time is optional`(written: String, column: String) {
    #expect(LoadMetric.named(written)?.name == column)
  }

  @Test(arguments: ["rate_per_second", "throughput", "duration", "response"])
  func `other texts are no metric`(name: String) {
    #expect(LoadMetric.named(name) == nil)
  }
}
