import Foundation
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The summary of known samples.
struct SummariserTests {
  private let floor = Scenario.sample("shop", .single, 10, "floor")
  private let flow = Scenario.sample("shop", .single, 10, "flow")

  private func summary(_ scenarios: [Scenario], _ rows: [SampleRow]) -> [SummaryRow] {
    Summariser(
      scenarios,
      rows: rows.map { row in
        var row = row
        row.runID = "r"
        return row
      }
    ).summary()
  }

  private func times(_ scenario: Scenario, _ values: [Double]) -> [SampleRow] {
    values.map { .timed(scenario, $0) }
  }

  @Test func `median, spread and quantiles of six samples are known`() throws {
    let row = try #require(summary([flow], times(flow, [6, 1, 4, 3, 2, 5])).first)
    #expect(row.runID == "r")
    #expect(row.dimensions == Dimensions(flow))
    #expect(row.metric == "wall_ns_per_action")
    #expect(row.n == 6)
    #expect(row.mean == 3.5)
    #expect(row.median == 3.5)
    #expect(row.mad == 1.5)
    #expect((row.min, row.max) == (1, 6))
    #expect((row.p25, row.p75) == (2.25, 4.75))
    // They are of one process.
    #expect(row.estimate == 3.5)
    #expect(row.intervalLow == nil && row.intervalHigh == nil)
    #expect(row.isValid == true)
  }

  @Test func `the warning of a trial is in each of its metrics once`() throws {
    var rows = times(flow, [1, 2, 3])
    for index in rows.indices { rows[index].warning = "clock too coarse" }
    var counted = SampleRow.timed(flow, nil)
    counted.allocations = 2
    let summaries = summary([flow], rows + [counted])
    let time = try #require(summaries.first)
    #expect(time.warning.components(separatedBy: "clock too coarse").count == 2)
    #expect(summaries.last?.metric == "allocations_per_action")
    #expect(summaries.last?.warning.contains("clock") == false)
  }

  @Test func `each measured metric has a row, in the order of the columns`() {
    var row = SampleRow.timed(flow, 10)
    row.cpuNs = 20
    row.allocations = 0
    let rows = summary([flow], [row])
    #expect(
      rows.map(\.metric) == ["wall_ns_per_action", "cpu_ns_per_action", "allocations_per_action"])
    #expect(rows.map(\.median) == [10, 20, 0])
  }

  @Test func `samples of all processes and passes are combined`() {
    var counted = SampleRow.timed(flow, nil)
    counted.pass = "counting"
    counted.allocations = 2
    let rows = summary([flow], times(flow, [1, 3]) + [counted])
    #expect(rows.map(\.n) == [2, 1])
    #expect(rows.map(\.median) == [2, 2])
  }

  @Test func `the estimate is the geometric mean of the medians of the processes`() throws {
    let rounds = [[1.0, 5, 9], [2, 2, 8], [30, 31, 90]].enumerated().flatMap { round, values in
      values.map { value in
        var row = SampleRow.timed(flow, value)
        row.round = round
        return row
      }
    }
    let row = try #require(summary([flow], rounds).first)
    #expect(row.processes == 3)
    // Of 5, 2 and 31.
    let estimate = try #require(row.estimate)
    #expect(abs(estimate - 6.7679) < 1e-4)
    #expect(row.intervalLow.map { $0 < 2 } == true && row.intervalHigh.map { $0 > 31 } == true)
    #expect(row.min == 1 && row.median == 8)
  }

  @Test func `first processes of two passes are two processes`() throws {
    var timed = SampleRow.timed(flow, 10)
    timed.notifications = 1
    var counted = SampleRow.timed(flow, nil)
    counted.pass = "counting"
    counted.notifications = 3
    let rows = summary([flow], [timed, counted])
    let notified = try #require(rows.first { $0.metric == "notifications_per_action" })
    #expect(notified.processes == 2 && notified.min == 1)
    #expect(rows.first?.metric == "wall_ns_per_action" && rows.first?.processes == 1)
  }

  @Test func `a ratio is relative to the floor's estimate`() {
    let rows = summary([flow, floor], times(flow, [30, 10, 20]) + times(floor, [5, 4, 8]))
    #expect(rows.map(\.dimensions.design) == ["flow", "floor"])
    #expect(rows.map(\.ratioToFloor) == [4, 1])
  }

  /// Rows of processes with one sample each.
  private func processes(_ scenario: Scenario, _ values: [Double]) -> [SampleRow] {
    values.enumerated().map { round, value in
      var row = SampleRow.timed(scenario, value)
      row.round = round
      return row
    }
  }

  @Test func `a ratio has an interval by the processes of both sides`() throws {
    let rows = summary(
      [flow, floor], processes(flow, [20, 20.2, 19.8]) + processes(floor, [10, 10.1, 9.9]))
    let row = try #require(rows.first)
    let (low, high) = (try #require(row.ratioLow), try #require(row.ratioHigh))
    #expect(low > 1.9 && low < 2 && high > 2 && high < 2.1)
    // The floor's own ratio is 1 without an error.
    #expect(rows.last?.ratioToFloor == 1 && rows.last?.ratioLow == nil)
  }

  @Test func `a time has a warning if its interval is wide, and a count has not`() throws {
    let wide = try #require(summary([flow], processes(flow, [10, 20, 40])).first)
    #expect(wide.warning.hasPrefix("imprecise: the 95 % interval reaches"))
    #expect(summary([flow], processes(flow, [10, 10.1, 9.9])).map(\.warning) == [""])
    // A row has one warning about its time: of two, the one that names a cause.
    var disturbed = processes(flow, [10, 20, 40])
    disturbed[0].warning = Disturbance.otherProcesses
    #expect(summary([flow], disturbed).map(\.warning) == [Disturbance.otherProcesses])
  }

  @Test func `times beside a slow reference are corrected`() throws {
    // The third process ran while the machine was slow, and took twice as long.
    var rows = [10, 10.1, 20, 9.9, 10, 20.1, 10, 9.9].enumerated().flatMap { round, time in
      (0..<3).map { _ in
        var row = SampleRow.timed(flow, time)
        row.round = round
        row.measures.referenceNs = time > 15 ? 14 : 7
        return row
      }
    }
    let found = try #require(summary([flow], rows).first)
    #expect(abs(try #require(found.estimate) - 10) < 0.2)
    #expect(found.slowShare == 0.25)
    #expect(found.warning == "slowed: 25.0 % of the samples were taken while the machine was slow")
    for index in rows.indices { rows[index].measures.referenceNs = nil }
    let plain = try #require(summary([flow], rows).first)
    #expect(try #require(plain.estimate) > 11 && plain.slowShare == nil)
  }

  @Test func `the floor of views and of scopes is a loop without them`() {
    let watched = flow.watched(by: .ownSlice, 10)
    var scoped = flow
    scoped.topology = .scoped
    let rows = summary(
      [watched, scoped], times(watched, [20]) + times(scoped, [10]) + times(floor, [5]))
    #expect(rows.map(\.ratioToFloor) == [4, 2])
  }

  @Test func `rows without a floor, or with a floor of zero, have no ratio`() {
    let other = Scenario.sample("shop", .single, 11, "floor")
    #expect(summary([flow], times(flow, [20])).map(\.ratioToFloor) == [nil])
    #expect(
      summary([flow], times(flow, [20]) + times(other, [5])).map(\.ratioToFloor) == [nil])
    var none = SampleRow.timed(floor, 5)
    none.allocations = 0
    var some = SampleRow.timed(flow, 10)
    some.allocations = 3
    // The loop takes time and allocates nothing.
    #expect(summary([flow], [none, some]).map(\.ratioToFloor) == [2, nil])
  }

  @Test func `a failed trial invalidates its scenario`() {
    let rows = summary(
      [flow, floor],
      times(flow, [10, 20]) + [.failed(flow, "crashed: signal 4")] + times(floor, [5]))
    #expect(rows.map(\.isValid) == [false, true])
    #expect(rows.first?.warning == "crashed: signal 4")
    #expect(rows.first?.metric == "wall_ns_per_action")
    #expect(rows.first?.n == nil && rows.first?.median == nil)
    #expect(rows.last?.median == 5)
  }

  @Test func `a row without validity is invalid`() {
    var row = SampleRow.timed(flow, 10)
    row.isValid = nil
    #expect(summary([flow], [row]).map(\.isValid) == [false])
  }

  @Test func `another digest than the floor's invalidates the scenario`() {
    let rows = summary(
      [flow, floor],
      [
        .timed(flow, 10, digest: "aa"), .timed(flow, 20, digest: "bb"),
        .timed(floor, 5, digest: "aa"),
      ])
    #expect(rows.map(\.isValid) == [false, true])
    #expect(rows.first?.warning == "wrong digest: bb, the floor's is aa")
    #expect(rows.first?.median == nil)
  }

  @Test func `samples of the floor's invalid trials are no reference`() {
    let rows = summary(
      [flow],
      [
        .failed(floor, "wrong digest", wallNs: 1000), .timed(flow, 10), .timed(floor, 5),
      ])
    #expect(rows.map(\.isValid) == [true])
    #expect(rows.map(\.ratioToFloor) == [2])
    let alone = summary([flow], [.failed(floor, "hung", wallNs: 1000), .timed(flow, 10)])
    #expect(alone.map(\.ratioToFloor) == [nil])
  }

  @Test func `scenarios without rows, and rows of other scenarios, are omitted`() {
    #expect(summary([flow, floor], times(floor, [5])).map(\.dimensions.design) == ["floor"])
    #expect(summary([], times(floor, [5])).isEmpty)
    #expect(summary([flow], [.timed(flow, nil)]).isEmpty)
  }
}

/// The rows of a trial.
@MainActor
struct SampleRowTests {
  private func plan() throws -> Plan {
    var options = OptionTexts()
    options.set("filter", "app/per-feature/10/uniform/flow$")
    options.set("seed", to: UInt64.max)
    options.set("passes", "timing")
    options.set("rounds", "2")
    return try Plan(options, catalogue: ConformanceTests.catalogue)
  }

  private func rows(_ ending: ChildProcess.Ending<TrialOutcome>) throws -> [SampleRow] {
    let plan = try plan()
    let trial = try #require(plan.trials.last)
    return SampleRow.rows(of: trial, ending, plan: plan, runID: "r")
  }

  @Test func `each sample has a numbered row with the facts of its trial`() throws {
    var outcome = TrialOutcome(digest: 0xbeef)
    outcome.samples = [
      SampleMeasures(actions: 10, batches: 1), SampleMeasures(actions: 20, batches: 2),
    ]
    outcome.samples[0].wallNs = 1.5
    outcome.samples[1].cpuNs = 2.5
    let rows = try rows(.finished(outcome))
    #expect(rows.map(\.iteration) == [0, 1])
    #expect(rows.map(\.actions) == [10, 20])
    #expect(rows.map(\.batches) == [1, 2])
    #expect(rows.map(\.wallNs) == [1.5, nil])
    #expect(rows.map(\.cpuNs) == [nil, 2.5])
    for row in rows {
      #expect(row.runID == "r")
      #expect(row.dimensions.scenario == "app/per-feature/10/uniform/flow")
      #expect(row.dimensions.senders == 1)
      #expect(row.pass == "timing")
      #expect(row.seed == "18446744073709551615")
      #expect(row.round == 1)
      #expect(row.digest == "000000000000beef")
      #expect(row.isValid == true)
    }
  }

  @Test func `a trial that failed has one row with the reason, and no digest`() throws {
    let row = try #require(rows(.failed(reason: "hung")).first)
    #expect(try rows(.failed(reason: "hung")).count == 1)
    #expect(row.isValid == false)
    #expect(row.invalidReason == "hung")
    #expect(row.digest.isEmpty && row.iteration == nil && row.actions == nil)
  }

  @Test func `an interrupted trial has no rows`() throws {
    #expect(try rows(.interrupted).isEmpty)
  }

  @Test func `each row of a trial has its disturbance, also if it failed`() throws {
    let plan = try plan()
    let trial = try #require(plan.trials.last)
    var outcome = TrialOutcome(digest: 1)
    outcome.samples = [SampleMeasures(actions: 10), SampleMeasures(actions: 10)]
    let disturbance = Disturbance(otherShare: 0.5, throttledNs: 3)
    for ending in [ChildProcess.Ending<TrialOutcome>.finished(outcome), .failed(reason: "hung")] {
      let rows = SampleRow.rows(of: trial, ending, plan: plan, runID: "r", disturbance)
      #expect(rows.allSatisfy { $0.disturbance == disturbance })
    }
  }

  @Test func `a row identifies its trial`() throws {
    let trial = try #require(plan().trials.last)
    let row = try #require(rows(.failed(reason: "hung")).first)
    #expect(row.job == trial.key)
  }
}
