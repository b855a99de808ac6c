import Measurement
import ResultFixtures
import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// How costs grow with features: known powers.
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

  @Test func `a square, a line and a constant are distinguished`() throws {
    let square = sweep("returning", [1, 10, 100]) { 3 * $0 * $0 }
    let line = sweep("inout", [1, 10, 100]) { 5 * $0 }
    let constant = sweep("flow", [1, 10, 100]) { _ in 7 }
    let growths = Growth.all(
      square.0 + line.0 + constant.0, times: MeasuredTimes.all(square.1 + line.1 + constant.1))
    #expect(growths.map(\.label) == ["returning", "inout", "flow"])
    #expect(growths.map(\.family) == [String](repeating: "shop/single/uniform", count: 3))
    for (growth, exponent) in zip(growths, [2.0, 1, 0]) {
      #expect(abs(growth.fit.exponent - exponent) < 1e-9)
    }
    #expect(
      Growth.text(growths, width: 80) == """
        growth: ns/action grows with n features as n^e; e, with its 95 % interval:
          shop/single/uniform: returning 2.00 ±0.00, inout 1.00 ±0.00, flow 0.00 ±0.00


        """)
  }

  @Test func `two sizes show no growth, and neither do invalid rows`() {
    let two = sweep("flow", [1, 10]) { $0 }
    #expect(Growth.all(two.0, times: MeasuredTimes.all(two.1)).isEmpty)
    var three = sweep("flow", [1, 10, 100]) { $0 }
    for index in three.1.indices where three.1[index].dimensions.features == 100 {
      three.1[index].isValid = false
    }
    #expect(Growth.all(three.0, times: MeasuredTimes.all(three.1)).isEmpty)
    #expect(Growth.text([], width: 80).isEmpty)
  }

  @Test func `sizes of other topologies and of other cores are no sizes of this one`() {
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
