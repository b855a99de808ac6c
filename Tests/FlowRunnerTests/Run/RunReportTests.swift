import Measurement
import ResultFixtures
import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The growth of costs with the number of features.
struct GrowthTests {
  private func sweep(_ design: String, _ sizes: [Int], _ cost: (Double) -> Double)
    -> ([Scenario], [SampleRow])
  {
    let scenarios = sizes.map { Scenario.sample("shop", .single, $0, design) }
    let rows = scenarios.flatMap { scenario in
      (0..<2).map { round in
        var row = SampleRow.timed(scenario, cost(Double(scenario.features)))
        row.round = round
        return row
      }
    }
    return (scenarios, rows)
  }

  @Test func `quadratic, linear and constant costs are distinguished`() throws {
    let square = sweep("returning", [1, 10, 100]) { 3 * $0 * $0 }
    let line = sweep("inout", [1, 10, 100]) { 5 * $0 }
    let constant = sweep("flow", [1, 10, 100]) { _ in 7 }
    let growths = Growth.all(
      square.0 + line.0 + constant.0, times: MeasuredTimes.all(square.1 + line.1 + constant.1))
    #expect(growths.map(\.label) == ["returning", "inout", "flow"])
    #expect(growths.map(\.family) == [String](repeating: "shop/single/uniform", count: 3))
    #expect(
      Growth.text(growths) == """
        growth of ns/action, with 95 % intervals:
          shop/single/uniform:
            returning  3.00 ns · n² for n copies
            inout      5.00 ns per copy
            flow       7.00 ns, whatever the number of copies


        """)
  }

  @Test func `scopes, views and rows are units too`() throws {
    func growths(
      _ warning: String = "", _ change: (inout Scenario, Int) -> Void
    ) -> [String] {
      let scenarios = [1, 4, 10].map { size in
        var scenario = Scenario.sample("shop", .scoped, 100, "flow").watched(by: .ownSlice, 2)
        change(&scenario, size)
        return scenario
      }
      let times = zip(scenarios, [150.0, 300, 600]).map { scenario, ns in
        (scenario.id, MeasuredTimes(medians: [ns], runs: ["a"], warning: warning))
      }
      let all = Growth.all(scenarios, times: Dictionary(uniqueKeysWithValues: times))
      return all.map { "\($0.family): \($0.text)" }
    }
    #expect(
      growths { $0.depth = $1 } == [
        "shop/scoped/100/uniform/own-slice:2: 100 ns + 50.0 ns per scope"
      ])
    #expect(
      growths { $0.observers = $1 } == [
        "shop/scoped/100/uniform/own-slice: 100 ns + 50.0 ns per view"
      ])
    #expect(
      growths { $0.middlewares = $1 } == [
        "shop/scoped/100/uniform/own-slice:2: 100 ns + 50.0 ns per middleware"
      ])
    #expect(
      growths("verify: unchecked: without its state, lost actions are not found") {
        ($0.features, $0.observers) = ($1, $1)
      } == ["shop/scoped/uniform/own-slice: 100 ns + 50.0 ns per row"])
  }

  @Test func `two sizes, and invalid rows, have no growth`() {
    let two = sweep("flow", [1, 10]) { $0 }
    #expect(Growth.all(two.0, times: MeasuredTimes.all(two.1)).isEmpty)
    var three = sweep("flow", [1, 10, 100]) { $0 }
    for index in three.1.indices where three.1[index].dimensions.features == 100 {
      three.1[index].isValid = false
    }
    #expect(Growth.all(three.0, times: MeasuredTimes.all(three.1)).isEmpty)
    #expect(Growth.text([]).isEmpty)
  }

  @Test func `topologies and cores have separate growths`() {
    var (scenarios, rows) = sweep("flow", [1, 10, 100]) { $0 }
    scenarios[2].affinity = .free
    rows = scenarios.map { .timed($0, 1) }
    #expect(Growth.all(scenarios, times: MeasuredTimes.all(rows)).isEmpty)
    scenarios[2].affinity = scenarios[1].affinity
    scenarios[2].topology = .perFeature
    rows = scenarios.map { .timed($0, 1) }
    #expect(Growth.all(scenarios, times: MeasuredTimes.all(rows)).isEmpty)
  }
}

/// The results of several machines.
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
    row.estimate = median
    row.ratioToFloor = ratio
    row.isValid = valid
    return row
  }

  private func cells(_ rows: [SummaryRow]) -> [String] {
    let table = MachineSpread([flow], rows).table(width: 120, isColoured: false)
    let line = table.split(separator: "\n").first { $0.contains("  flow ") } ?? ""
    return line.split(separator: " ").map(String.init)
  }

  @Test func `the table has the minimum, the maximum and their quotient`() {
    let rows = [row("a", 20, 4), row("b", 50, 5), row("c", 40, 4.5)]
    #expect(
      cells(rows) == [
        "flow", "3", "20.0", "–", "50.0", "2.50", "x", "4.00", "–", "5.00", "1.25", "x",
      ])
  }

  @Test func `missing ratios and invalid times are omitted`() {
    let rows = [row("a", 20, nil), row("b", 50, nil), row("c", 1, 1, valid: false)]
    #expect(cells(rows) == ["flow", "2", "20.0", "–", "50.0", "2.50", "x", "–", "–"])
  }

  @Test func `the results of one machine are empty`() {
    #expect(MachineSpread([flow], [row("a", 20, 4)]).isEmpty)
    #expect(!MachineSpread([flow], [row("a", 20, 4), row("b", 20, 4)]).isEmpty)
  }
}
