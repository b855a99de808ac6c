import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The rows that a trial leaves, however it ended.
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

  @Test func `each sample has a row, numbered from 0, with all that is known of its trial`() throws
  {
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

  @Test func `a trial that was interrupted leaves nothing, so that it runs again`() throws {
    #expect(try rows(.interrupted).isEmpty)
  }

  @Test func `each row of a trial says what disturbed it, also one that failed`() throws {
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

  @Test func `a row leads back to its trial`() throws {
    let trial = try #require(plan().trials.last)
    let row = try #require(rows(.failed(reason: "hung")).first)
    #expect(row.job == trial.key)
  }
}
