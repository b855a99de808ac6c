import PublishedDesigns
import ResultFixtures
import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

@MainActor
struct ContendReportTests {
  private static let scenario = Scenario.sample(WorkerSelection.workload.id, .single, 10, "mutex")

  private static func outcome(_ sent: [Int]) -> ContendTask.Outcome {
    ContendTask.Outcome(
      worker: .thread, isolation: .lock, sent: sent, wallNs: 2_000_000_000, cpuNs: 2_000_000,
      faults: SequenceFaults(), digest: 255)
  }

  private static func row(
    _ outcome: ContendTask.Outcome, round: Int = 0, scenario: Scenario? = nil
  ) -> ContendRow {
    var row = ContendRow(
      scenario ?? Self.scenario, workers: outcome.sent.count, round: round, runID: "a", seed: 1)
    row.fill(outcome)
    return row
  }

  private static func report(_ rows: [ContendRow]) throws -> ContendReport {
    var options = OptionTexts()
    options.set("workers", to: [1, 2])
    let catalogue = Catalogue.standard()
    return ContendReport(
      plan: try ContendPlan(options, catalogue: catalogue), rows: rows, shared: catalogue.shared,
      end: SessionEnd(path: "there", command: "contend"))
  }

  @Test func `a row has the throughput of each worker`() {
    let row = Self.row(Self.outcome([1000, 3000]))
    #expect(row.actions == 4000 && row.throughput == 2000 && row.durationNs == 2_000_000_000)
    #expect(row.minThroughput == 500 && row.maxThroughput == 1500)
    #expect(row.fairness == 0.8 && row.cpuNs == 500)
    #expect(row.dimensions.senders == 2 && row.digest == "ff")
    #expect(row.lost == 0 && row.duplicated == 0 && row.reordered == 0 && row.isValid == true)
  }

  @Test func `the speed-up is over one worker of the same scenario`() {
    var other = Self.scenario
    other.design = "actor"
    let rows = ContendRow.withSpeedUps([
      Self.row(Self.outcome([900])), Self.row(Self.outcome([1100]), round: 1),
      Self.row(Self.outcome([750, 750])), Self.row(Self.outcome([9, 9]), scenario: other),
    ])
    // The median of 900 and 1100 is 1000.
    #expect(rows.map(\.speedUp) == [0.9, 1.1, 1.5, nil])
  }

  @Test func `an invalid load has no speed-up and is no base`() {
    var faulty = Self.outcome([1000])
    faulty.reason = "1 lost, 0 duplicated, 0 reordered"
    let rows = ContendRow.withSpeedUps([
      Self.row(faulty), Self.row(Self.outcome([500, 500])),
    ])
    #expect(rows.map(\.speedUp) == [nil, nil])
  }

  @Test func `a load without results has empty cells`() {
    var stuck = ContendTask.Outcome(worker: .task, isolation: .mainActor)
    stuck.reason = "stuck"
    let row = Self.row(stuck)
    #expect(row.actions == nil && row.throughput == nil && row.lost == nil && row.digest == "")
  }

  @Test func `rows come back from CSV as they were`() throws {
    let rows = ContendRow.withSpeedUps([
      Self.row(Self.outcome([1000])), Self.row(Self.outcome([700, 300])),
    ])
    let read: [ContendRow] = try CSVReader.rows(
      CSVFormat.text(rows), file: ContendRow.fileName)
    #expect(read == rows)
  }

  @Test func `the table has a line for each load and describes the workers`() throws {
    let rows = ContendRow.withSpeedUps([
      Self.row(Self.outcome([1000])), Self.row(Self.outcome([700, 300])),
    ])
    let report = try Self.report(rows)
    let table = report.table(isColoured: false)
    #expect(report.isValid)
    #expect(table.contains("\n  mutex "))
    #expect(table.contains("mutex: workers are threads; each store behind a lock\n"))
    #expect(table.split(separator: "\n").allSatisfy { $0.count <= 120 })
  }

  @Test func `one lost action makes the run invalid, and is named`() throws {
    var faulty = Self.outcome([5, 5])
    faulty.faults?.lost = 1
    faulty.reason = "1 lost, 0 duplicated, 0 reordered"
    let report = try Self.report([Self.row(faulty)])
    #expect(!report.isValid)
    #expect(
      report.table(isColoured: false).contains(
        "invalid: \(Self.scenario.id), 2 workers: 1 lost, 0 duplicated, 0 reordered\n"))
  }

  @Test func `more workers than cores are one warning`() throws {
    var rows = [Self.row(Self.outcome([1000])), Self.row(Self.outcome([700, 300]))]
    for index in rows.indices {
      rows[index].warning = try #require(CoreShortage.warning(workers: 4, cores: 2))
    }
    #expect(
      try Self.report(rows).closing.contains(
        "warning: \(Self.scenario.id) and 1 more: 4 workers share 2 cores "
          + "and wait for each other\n"))
  }

  @Test func `the progress line has the throughput of all workers`() {
    let text = ContendJob.text(
      ContendTask.Step(endNs: 2_500_000_000, spanNs: 500_000_000, sent: 1000), 4, Self.scenario)
    #expect(text == "2.5s  4 workers  2,000/s  \(Self.scenario.id)")
  }
}
