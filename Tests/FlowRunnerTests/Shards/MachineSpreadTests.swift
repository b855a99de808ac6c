import ResultFixtures
import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// What several machines have found, side by side.
@MainActor
struct MachineSpreadTests {
  private let flow = Scenario.sample("shop", .single, 10, "flow")

  private func row(_ run: String, _ median: Double, _ ratio: Double?, valid: Bool = true)
    -> SummaryRow
  {
    var row = SummaryRow()
    row.runID = run
    row.dimensions = Dimensions(flow)
    row.metric = SummaryMetric.wall.name
    row.median = median
    row.ratioToFloor = ratio
    row.isValid = valid
    return row
  }

  private func cells(_ rows: [SummaryRow]) -> [String] {
    let table = MachineSpread([flow], rows).table(width: 120, isColoured: false)
    let line = table.split(separator: "\n").first { $0.contains("  flow ") } ?? ""
    return line.split(separator: " ").map(String.init)
  }

  @Test func `the least and the most of a machine, and how far they are apart`() {
    let rows = [row("a", 20, 4), row("b", 50, 5), row("c", 40, 4.5)]
    #expect(
      cells(rows) == [
        "flow", "3", "20.0", "–", "50.0", "2.50", "x", "4.00", "–", "5.00", "1.25", "x",
      ])
  }

  @Test func `a machine without a ratio has none, and an invalid one no time`() {
    let rows = [row("a", 20, nil), row("b", 50, nil), row("c", 1, 1, valid: false)]
    #expect(cells(rows) == ["flow", "2", "20.0", "–", "50.0", "2.50", "x", "–", "–"])
  }

  @Test func `of one machine there is nothing to say`() {
    #expect(MachineSpread([flow], [row("a", 20, 4)]).isEmpty)
    #expect(!MachineSpread([flow], [row("a", 20, 4), row("b", 20, 4)]).isEmpty)
  }
}
