import FlowTestSupport
import Foundation
import Measurement
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowReports
@testable import FlowResults

/// The gate of exact counts, on counts that are known.
struct CountGateTests {
  private static let scenario = Scenario.sample("counter", .single, 1, "flow")
  private static let hopping = Scenario.sample("counter", .single, 1, "task")
  private static let tools = CountingTools(instructions: "callgrind", allocator: "jemalloc")

  /// A run with windows of these allocations, retains and instructions.
  private func run(
    _ scenario: Scenario = scenario, allocations: [Double] = [1, 1, 1], retains: Double? = 2,
    instructions: Double? = 1000, digest: String = "d1", fault: String? = nil
  ) throws -> MeasuredRun {
    var rows = allocations.map { count in
      var row = SampleRow.timed(scenario, nil, digest: digest)
      row.pass = "counting"
      row.round = 0
      row.allocations = count
      row.retains = retains
      return row
    }
    var row = SampleRow.timed(scenario, nil, digest: digest)
    row.pass = "instructions"
    row.round = 0
    row.instructions = instructions
    rows.append(row)
    if let fault { rows.append(.failed(scenario, fault)) }
    let fixture = try RunFixture(rows)
    return try MeasuredRun(reading: fixture.path, option: "RUN")
  }

  private func baseline(_ runs: MeasuredRun...) -> Baseline {
    var baseline = Baseline(empty: "baseline.csv")
    for run in runs { baseline.merge(run, hopping: ["task"], tools: Self.tools) }
    return baseline
  }

  private func findings(
    _ run: MeasuredRun, _ baseline: Baseline, tools: CountingTools = tools,
    isSelected: (String) -> Bool = { _ in true }
  ) -> [CheckFinding] {
    CountGate(baseline: baseline, tools: tools).findings(run, isSelected: isSelected)
  }

  @Test func `equal counts are the same`() throws {
    let found = findings(try run(), baseline(try run()))
    #expect(found.map(\.outcome) == [.same, .same, .same])
    #expect(
      found.map(\.metric) == [
        "allocations_per_action", "retains_per_action", "instructions_per_action",
      ])
  }

  @Test(arguments: [
    ([2, 2, 2], "1.00", "2.00", "+1.00, +100 %"), ([1.0001, 1.0001, 1.0001], "1.00", "1.0001", ""),
  ])
  func `one more allocation is a regression at any share`(
    allocations: [Double], base: String, now: String, change: String
  ) throws {
    let found = findings(try run(allocations: allocations), baseline(try run()))
    let finding = try #require(found.first { $0.outcome == .regressed })
    #expect(found.count { $0.outcome == .regressed } == 1)
    #expect(finding.metric == "allocations_per_action")
    #expect(finding.scenario == Self.scenario.id)
    #expect(finding.base == base && finding.candidate == now)
    if !change.isEmpty { #expect(finding.change == change) }
  }

  @Test(arguments: [(1004.9, CheckFinding.Outcome.same), (1005.1, .regressed), (994, .improved)])
  func `instructions may differ by half a per cent`(
    instructions: Double, outcome: CheckFinding.Outcome
  ) throws {
    let found = findings(try run(instructions: instructions), baseline(try run()))
    #expect(found.last?.metric == "instructions_per_action")
    #expect(found.last?.outcome == outcome)
  }

  @Test func `a concurrent count may leave its range by its width`() throws {
    let base = baseline(try run(Self.hopping, allocations: [10, 11, 12], instructions: nil))
    func outcome(_ allocations: [Double]) throws -> CheckFinding.Outcome? {
      findings(try run(Self.hopping, allocations: allocations), base)
        .first { $0.metric == "allocations_per_action" }?.outcome
    }
    #expect(try outcome([13.9, 15, 16]) == .same)
    #expect(try outcome([14.1, 15, 16]) == .regressed)
    #expect(try outcome([7.9, 5, 6]) == .improved)
    // A range without width allows 2 %.
    let still = baseline(try run(Self.hopping, allocations: [10, 10, 10], instructions: nil))
    #expect(
      findings(try run(Self.hopping, allocations: [10.2, 10.2]), still).first?.outcome == .same)
    #expect(
      findings(try run(Self.hopping, allocations: [10.3, 10.3]), still).first?.outcome
        == .regressed)
  }

  @Test func `instructions of concurrent designs are not gated`() throws {
    let base = baseline(try run(Self.hopping))
    #expect(base.metrics(of: Self.hopping.id) == ["allocations_per_action", "retains_per_action"])
  }

  @Test func `a different final state is a regression`() throws {
    let found = findings(try run(digest: "d2"), baseline(try run()))
    #expect(found.first?.metric == "digest" && found.first?.outcome == .regressed)
  }

  @Test func `counts that were not made, or by another tool, are not compared`() throws {
    let found = findings(try run(instructions: nil), baseline(try run()))
    #expect(found.map(\.outcome) == [.same, .same, .uncompared])
    let other = CountingTools(instructions: "perf", allocator: "jemalloc")
    #expect(findings(try run(), baseline(try run()), tools: other).last?.outcome == .uncompared)
  }

  @Test func `a metric that a stored baseline lacks is not compared`() throws {
    let found = findings(try run(), baseline(try run(retains: nil)))
    #expect(found.map(\.outcome) == [.same, .uncompared, .same])
    #expect(
      found[1].line
        == "retains_per_action of \(Self.scenario.id): 2.00: not in the baseline")
    // No baseline has the instructions of concurrent designs.
    let hopping = findings(try run(Self.hopping), baseline(try run(Self.hopping)))
    #expect(hopping.map(\.outcome) == [.same, .same])
  }

  private func gate(ofRevision base: MeasuredRun) -> CountGate {
    CountGate(revision: base, hopping: ["task"], tools: Self.tools) {
      $0.hasPrefix("the child process has no")
    }
  }

  @Test func `a base that fails is not compared, and a scenario that it lacks is new`()
    throws
  {
    func found(_ base: MeasuredRun) throws -> [CheckFinding] {
      gate(ofRevision: base).findings(try run()) { _ in false }
    }
    #expect(try found(try run()).map(\.outcome) == [.same, .same, .same])
    let crashed = try found(try run(fault: "crashed: signaled(4)"))
    #expect(crashed.map(\.outcome) == [.uncompared] && crashed[0].isBaseFault)
    #expect(crashed[0].note == "the base failed: crashed: signaled(4)")
    let lacking = try found(
      try run(fault: "the child process has no 'flow' for 'counter' in 'single'"))
    #expect(lacking.map(\.outcome) == [.new])
    // A metric that no scenario of the base has is new in this revision.
    #expect(try found(try run(instructions: nil)).map(\.outcome) == [.same, .same, .new])
  }

  @Test func `scenarios that are new, gone or broken are distinguished`() throws {
    let base = baseline(try run())
    #expect(findings(try run(Self.hopping), base).map(\.outcome) == [.new, .gone])
    let others = findings(try run(Self.hopping), base) { $0.contains("/task") }
    #expect(others.map(\.outcome) == [.new], "only selected scenarios are gone")
    let broken = findings(try run(fault: "hung"), base)
    #expect(broken.map(\.outcome) == [.invalid] && broken.first?.note == "hung")
  }

  // MARK: - The file

  private func written(_ run: MeasuredRun) throws -> (path: String, text: String) {
    let path = temporaryPath() + ".csv"
    var baseline = Baseline(empty: path)
    baseline.merge(run, hopping: ["task"], tools: Self.tools)
    try baseline.write()
    return (path, try String(contentsOfFile: path, encoding: .utf8))
  }

  @Test func `a baseline is read as it was written`() throws {
    let (path, text) = try written(try run())
    let read = try #require(try Baseline(reading: path))
    #expect(findings(try run(), read).map(\.outcome) == [.same, .same, .same])
    try read.write()
    #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
    #expect(try Baseline(reading: path + ".none") == nil)
  }

  @Test(arguments: [
    (",2.0,2.0,", ",2.0,1.0,", "high must be a number of at least low, 2.0"),
    (",2.0,2.0,", ",-2.0,2.0,", "low must be a number of at least 0, got"),
    (",2.0,2.0,", ",two,2.0,", "low must be a number, got 'two'"),
    ("retains_per_action", "refrains", "no gated metric is called 'refrains'"),
    ("retains_per_action", "allocations_per_action", "must occur once"),
    (",false,", ",maybe,", "concurrent must be a flag, got 'maybe'"),
  ])
  func `a broken baseline is refused by line and column`(
    text: String, edit: String, rule: String
  ) throws {
    let (path, whole) = try written(try run())
    try Data(whole.replacing(text, with: edit).utf8).write(to: URL(filePath: path))
    do {
      _ = try Baseline(reading: path)
      Issue.record("it was accepted")
    } catch {
      let line = "\(error)"
      #expect(line.hasPrefix("\(path):") && line.contains(rule), "\(line)")
      #expect(line.hasSuffix("make baseline") && !line.contains("\n"))
    }
  }
}

extension Baseline {
  /// The names of the metrics that it has of a scenario.
  fileprivate func metrics(of scenario: String) -> [String] {
    entries.map(\.key).filter { $0.scenario == scenario }.map(\.metric)
  }
}
