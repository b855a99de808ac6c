import Testing

@testable import FlowRunner

/// What processes whose findings are known prove together.
struct LoopCostsTests {
  /// Processes whose loop by hand takes 20 ns, so that half a nanosecond is allowed.
  private func costs(_ added: [Double], refusesLess: Bool = false) -> LoopCosts {
    LoopCosts(
      added.map { added in
        var cost = LoopCost(design: "flow", batchActions: 1000, rounds: 40, core: nil)
        (cost.driverNs, cost.handNs, cost.differenceNs) = (20 + added, 20, added)
        return cost
      }, refusesLess: refusesLess)
  }

  @Test(
    arguments: [
      ([0.5, 0.5, 0.5], true),
      ([-9, 0.4, 9], true),
      // Three that agree prove nothing yet; six do.
      ([0.6, 0.6, 0.6], nil),
      ([0.6, 0.6, 0.6, 0.6, 0.6], nil),
      ([0.6, 0.6, 0.6, 0.6, 0.6, 0.6], false),
      ([0.1, 0.6, 0.6, 0.6, 0.6, 0.6], nil),
      // Of fifteen, the fourth and the twelfth hold the median.
      ([0, 0, 0, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 9, 9, 9], false),
      ([0, 0, 0, 0, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 0.6, 9, 9, 9], nil),
      ([0, 0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9, 9, 9, 9], true),
    ] as [([Double], Bool?)])
  func `too much is what the median's interval proves`(added: [Double], isMet: Bool?) {
    let costs = costs(added)
    #expect(costs.isMet == isMet)
    let row = costs.row(.loop, "flow")
    #expect(row.isMet == isMet && row.allowed == "≤ 0.500 ns")
    #expect(row.error.hasSuffix("undecided") == (isMet == nil))
  }

  @Test(
    arguments: [
      ([-0.4, -0.4, -0.4], true), ([-0.6, -0.6, -0.6], nil),
      ([-0.6, -0.6, -0.6, -0.6, -0.6, -0.6], false),
      ([-0.6, -0.6, -0.6, -0.6, -0.6, -0.1], nil),
      ([0.6, 0.6, 0.6, 0.6, 0.6, 0.6], false),
    ] as [([Double], Bool?)])
  func `less than a known time is as wrong as more`(added: [Double], isMet: Bool?) {
    let costs = costs(added, refusesLess: true)
    #expect(costs.isMet == isMet)
    #expect(costs.row(.work, "steps").allowed == "± 0.500 ns")
  }

  @Test func `a row says what was found, from the least to the most`() {
    let row = costs([0.6, -0.25, 1.5]).row(.loop, "flow")
    #expect(row.error == "+0.600 ns (-0.250 to 1.50): undecided")
    #expect(row.asked == 20 && row.measured == 20.6 && row.name == "flow")
  }

  @Test func `what was not measured is not met`() {
    let row = LoopCosts([LoopCost(design: "flow", batchActions: 16, rounds: 1, core: nil)])
      .row(.loop, "flow")
    #expect(row.isMet == false && row.error == "not measured" && row.measured == nil)
  }
}
