import Foundation
import Measurement
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults
@testable import FlowRunner

/// Comparisons of loads with known differences.
struct LoadComparisonTests {
  private static let plain = Scenario.sample("app", .single, 10, "inout")
  private static let flow = Scenario.sample("app", .single, 10, "flow")

  /// Returns a process for each p99, with the other times in proportion.
  static func loads(
    _ scenario: Scenario, p99Ns: [Double], load: String = "open:poisson:1s@1000.0",
    _ change: (inout LoadRow) -> Void = { _ in }
  ) -> [LoadRow] {
    p99Ns.enumerated().map { round, p99 in
      var row = LoadRow()
      row.dimensions = Dimensions(scenario)
      row.load = load
      row.round = round
      row.rate = load.hasPrefix("open:") ? 1000 : nil
      row.durationNs = 1_000_000_000
      (row.offered, row.completed, row.dropped, row.abandoned) = (1000, 1000, 0, 0)
      row.throughput = 1000
      row.response.p50Ns = p99 / 4
      row.response.p99Ns = p99
      row.response.p999Ns = 2 * p99
      row.response.meanNs = p99 / 3
      row.response.maxNs = 5 * p99
      row.service.p50Ns = p99 / 5
      row.service.p99Ns = p99 / 2
      row.cpuNs = 1_000_000
      row.digest = "d\(round)"
      row.isValid = true
      change(&row)
      return row
    }
  }

  @Test func `a shift of all times is found in every time, and nothing else`() throws {
    let base = try RunFixture(loads: Self.loads(Self.flow, p99Ns: [1000, 1010, 990, 1005]))
    let candidate = try RunFixture(loads: Self.loads(Self.flow, p99Ns: [1300, 1313, 1287, 1306]))
    let comparison = try compare(base) { $0.candidate = candidate.path }
    #expect(comparison.metric.name == "response_p99_ns")
    #expect(comparison.pairs.map(\.verdict) == [.timed(.slower)])
    let rows = Dictionary(uniqueKeysWithValues: comparison.rows.map { ($0.metric, $0) })
    #expect(
      comparison.rows.map(\.metric) == [
        "response_p99_ns", "completed_per_second", "response_mean_ns", "response_p50_ns",
        "response_p99_9_ns", "response_max_ns", "service_p50_ns", "service_p99_ns",
        "cpu_ns_per_action",
      ])
    for (metric, row) in rows where metric.hasSuffix("_ns") {
      #expect(row.verdict == "slower", "\(metric)")
      #expect(abs(try #require(row.ratio) - 1.3) < 0.002, "\(metric)")
      let (low, high) = (try #require(row.intervalLow), try #require(row.intervalHigh))
      #expect(low < 1.3 && 1.3 < high, "\(metric)")
      #expect(row.baseProcesses == 4 && row.candidateProcesses == 4)
    }
    #expect(rows["cpu_ns_per_action"]?.verdict == "same")
    #expect(comparison.rows.allSatisfy { $0.dimensions.load == "open:poisson:1s@1000.0" })
    #expect(comparison.rows.allSatisfy { $0.baseScenario == Self.flow.id && $0.by == "run" })
    try comparison.write()
    let written = try CSVReader.rows(
      candidate.text("compare.csv"), file: "compare.csv", as: CompareRow.self)
    #expect(written == comparison.rows)
  }

  @Test func `levels within a run are compared under the same load only`() throws {
    let heavy = "open:poisson:1s@5000.0"
    let fixture = try RunFixture(
      loads: Self.loads(Self.plain, p99Ns: [2000, 2010])
        + Self.loads(Self.flow, p99Ns: [1000, 1005])
        + Self.loads(Self.plain, p99Ns: [40_000, 40_100], load: heavy) { $0.rate = 5000 }
        + Self.loads(Self.flow, p99Ns: [1100, 1105], load: heavy) { $0.rate = 5000 })
    let designs = try compare(fixture) {
      $0.by = "design"
      $0.base = "inout"
    }
    #expect(designs.pairs.map(\.candidate.dimensions.load) == ["open:poisson:1s@1000.0", heavy])
    #expect(designs.pairs.map(\.base.dimensions.load) == ["open:poisson:1s@1000.0", heavy])
    #expect(designs.pairs.map(\.level) == ["flow", "flow"])
    #expect(designs.pairs.map(\.verdict) == [.timed(.faster), .timed(.faster)])
    let loads = try compare(fixture) { $0.by = "load" }
    #expect(loads.pairs.map(\.level) == [heavy, heavy])
    #expect(loads.pairs.map(\.baseLevel) == Array(repeating: "open:poisson:1s@1000.0", count: 2))
    #expect(loads.pairs.map(\.candidate.dimensions.design) == ["flow", "inout"])
    #expect(loads.pairs.map(\.verdict) == [.timed(.slower), .timed(.slower)])
    let one = try compare(fixture) {
      $0.by = "design"
      $0.filter = "@5000"
    }
    #expect(one.pairs.count == 1)
    #expect(
      comparisonError(fixture).hasPrefix("--by: no two scenarios of the run differ in topology"))
  }

  @Test func `stages are not compared`() throws {
    let fixture = try RunFixture(
      loads: [Self.plain, Self.flow].flatMap { scenario in
        Self.loads(scenario, p99Ns: [1000, 1010])
          + Self.loads(scenario, p99Ns: [9000, 9010]) {
            $0.stage = 1
            $0.stageName = "500ms@1000.0"
          }
      })
    let row = try #require(try compare(fixture) { $0.by = "design" }.rows.first)
    let base = try #require(row.base)
    #expect(row.baseProcesses == 2 && abs(base - 1005) < 1)
  }

  @Test func `throughput has no verdict if both sides keep up with the load`() throws {
    func throughput(
      _ base: (Double, Int), _ candidate: (Double, Int), load: String = "open:poisson:1s@1000.0"
    ) throws -> CompareRow {
      func rows(_ scenario: Scenario, _ found: (Double, Int)) -> [LoadRow] {
        Self.loads(scenario, p99Ns: [1000, 1000, 1000], load: load) {
          $0.throughput = found.0 + Double($0.round ?? 0) / 10
          ($0.completed, $0.dropped) = (found.1, 1000 - found.1)
        }
      }
      let fixture = try RunFixture(loads: rows(Self.plain, base) + rows(Self.flow, candidate))
      let comparison = try compare(fixture) {
        $0.by = "design"
        $0.base = "inout"
        $0.metric = "completed_per_second"
      }
      return try #require(comparison.rows.first { $0.metric == "completed_per_second" })
    }
    let asked = try throughput((995, 1000), (1000, 1000))
    #expect(asked.verdict.isEmpty && asked.ratio != nil)
    #expect(asked.warning == "both sides complete all actions that arrive")
    // The base falls behind: it drops actions, or completes them late.
    #expect(try throughput((500, 500), (1000, 1000)).verdict == "faster")
    #expect(try throughput((500, 1000), (1000, 1000)).verdict == "faster")
    #expect(try throughput((1000, 1000), (700, 700)).verdict == "slower")
    #expect(try throughput((600, 600), (600, 600)).verdict == "same")
    // In a closed loop, the store determines the throughput.
    let closed = "closed:10:exponential:1ms:1s"
    #expect(try throughput((800, 1000), (1000, 1000), load: closed).verdict == "faster")
    #expect(try throughput((1000, 1000), (800, 1000), load: closed).verdict == "slower")
  }

  @Test func `numbers that different loads determine have no verdict`() throws {
    let fixture = try RunFixture(
      loads: Self.loads(Self.flow, p99Ns: [1000, 1010])
        + Self.loads(Self.flow, p99Ns: [1500, 1510], load: "open:poisson:1s@2000.0") {
          $0.rate = 2000
          ($0.offered, $0.completed, $0.throughput) = (2000, 2000, 2000)
          $0.cpuNs = 500_000
        })
    let rows = try compare(fixture) { $0.by = "load" }.rows
    let found = Dictionary(uniqueKeysWithValues: rows.map { ($0.metric, $0) })
    #expect(found["response_p99_ns"]?.verdict == "slower")
    #expect(found["completed_per_second"]?.verdict == "")
    #expect(
      found["completed_per_second"]?.warning == "the loads request different numbers of actions")
    #expect(found["cpu_ns_per_action"]?.verdict == "")
    #expect(
      found["cpu_ns_per_action"]?.warning
        == "includes the time of waiting, which the loads determine")
  }

  @Test func `invalid loads and warnings are reported with their reasons`() throws {
    let late = "the generator delay is 3 % of the median response on average"
    let fixture = try RunFixture(
      loads: Self.loads(Self.plain, p99Ns: [1000, 1010, 1005]) {
        if $0.round == 1 { $0.warning = late }
        if $0.round == 2 { ($0.completed, $0.dropped) = (950, 50) }
      }
        + Self.loads(Self.flow, p99Ns: [1000, 1010])
        + Self.loads(Self.flow.held(by: "mutex"), p99Ns: [1000, 1010]) {
          guard $0.round == 1 else { return }
          $0.isValid = false
          $0.invalidReason = "hung"
        })
    let comparison = try compare(fixture) {
      $0.by = "design"
      $0.base = "inout"
    }
    let verdicts = Dictionary(
      uniqueKeysWithValues: comparison.pairs.map { ($0.level, $0.verdict) })
    #expect(verdicts == ["flow": .timed(.same), "mutex": .invalid("hung")])
    let rows = comparison.rows
    let invalid = try #require(rows.first { $0.verdict == "invalid" })
    #expect(invalid.metric == "response_p99_ns" && invalid.warning == "hung")
    let unreliable = try #require(rows.first { $0.level == "flow" })
    #expect(unreliable.warning == "base: 2 of 3 processes: \(late)")
    #expect(
      comparison.warnings.contains(
        "1 of 3 loads have warnings, which compare.csv lists; "
          + "app/single/10/uniform/inout open:poisson:1s@1000.0, base: 2 of 3 processes: \(late)"))
    #expect(
      comparison.warnings.contains { $0.hasPrefix("1 of 2 comparisons invalid; ") })
    let dropped = try compare(fixture) {
      $0.by = "design"
      $0.base = "flow"
    }
    #expect(dropped.rows.contains { $0.warning.hasPrefix("2 of 3 processes: ") })
  }

  @Test func `rounds with different work are not compared`() throws {
    func pair(_ change: (inout LoadRow) -> Void) throws -> PairVerdict {
      let fixture = try RunFixture(
        loads: Self.loads(Self.plain, p99Ns: [1000, 1000])
          + Self.loads(Self.flow, p99Ns: [1000, 1000], change))
      return try compare(fixture) {
        $0.by = "design"
        $0.base = "inout"
      }.pairs[0].verdict
    }
    #expect(try pair { _ in } == .timed(.same))
    #expect(
      try pair { if $0.round == 1 { $0.digest = "x" } }
        == .invalid("different work: x is not d1"))
    // Effects that take real time end in any order.
    let served = try RunFixture(
      loads: ["middleware", "flow"].flatMap { design in
        Self.loads(Self.flow.held(by: design), p99Ns: [1000, 1000]) {
          $0.dimensions.completion = "service"
          $0.digest = design
        }
      })
    #expect(try compare(served) { $0.by = "design" }.pairs[0].verdict == .timed(.same))
  }

  @Test func `further differences of two load runs are warnings`() throws {
    let base = try RunFixture(
      loads: Self.loads(Self.flow, p99Ns: [1000, 1010])
        + Self.loads(Self.plain, p99Ns: [1000, 1010]))
    var run = RunRow.full
    run.runID = "later"
    run.seed = "2"
    let candidate = try RunFixture(
      loads: Self.loads(Self.flow, p99Ns: [1000, 1010]) { $0.maxQueue = 100 }, run: run)
    let warnings = try compare(base) { $0.candidate = candidate.path }.warnings
    #expect(warnings.contains { $0.hasPrefix("seed also differs: ") })
    #expect(warnings.contains("only the base has \(Self.plain.id) open:poisson:1s@1000.0"))
    #expect(
      warnings.contains(
        "max_queue also differs in 1 of 1: none in the base, 100 in the candidate"))
    #expect(
      warnings.contains(
        "the runs were made one after the other: changes of the machine count as differences"))
    var jumped = RunRow.full
    jumped.runID = "virtual-1"
    let first = try RunFixture(loads: Self.loads(Self.flow, p99Ns: [1000, 1010]), run: jumped)
    #expect(try compare(first) { $0.candidate = first.path }.warnings.isEmpty)
  }

  @Test func `the table fits its width, names the load and has a legend`() throws {
    let users = "users:1000:poisson:think:exponential:10s:away:exponential:10m:waiting:1h"
    let fixture = try RunFixture(
      loads: [Self.plain, Self.flow].flatMap {
        Self.loads($0, p99Ns: [1_500_000, 1_510_000])
          + Self.loads($0, p99Ns: [20_000, 20_010], load: users)
      })
    let comparison = try compare(fixture) { $0.by = "design" }
    let text = CompareReport(comparison).text(isColoured: false)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(text)")
    #expect(text.contains("\napp · 10 copies · single · \(users)\n"))
    #expect(text.contains("1.50 ms") && text.contains("20.0 µs"))
    for title in ["p50", "service", "done/s"] { #expect(text.contains(title)) }
    #expect(!text.contains("allocs"))
    #expect(text.contains("response_p99_ns: geometric means over processes"))
    #expect(text.contains("both sides complete all"))
    let levels = CompareReport(try compare(fixture) { $0.by = "load" }).text(isColoured: false)
    #expect(levels.split(separator: "\n").allSatisfy { $0.count <= 120 }, "\(levels)")
  }
}
