import Testing

@testable import FlowHarness

/// What is made of rounds whose times are known.
struct LoopVerdictTests {
  private func judged(_ rounds: [LoopRound]) -> LoopCost {
    var cost = LoopCost(design: "flow", batchActions: 1000, rounds: rounds.count, core: nil)
    cost.judge(rounds)
    return cost
  }

  /// Equal rounds, each with a driver and a hand that do not change within it.
  private func rounds(_ driver: Double, _ hand: Double, count: Int = 40) -> [LoopRound] {
    [LoopRound](
      repeating: LoopRound(driver: (driver, driver), hand: (hand, hand)), count: count)
  }

  @Test(arguments: [
    (1.5, 1.0, LoopCost.Verdict.within), (1.51, 1.0, .above), (0.2, 1.0, .within),
    (1010, 1000, .within), (1011, 1000, .above), (50.5, 50, .within), (50.51, 50, .above),
  ])
  func `half a nanosecond or one per cent is allowed, whichever is larger`(
    driver: Double, hand: Double, verdict: LoopCost.Verdict
  ) {
    let cost = judged(rounds(driver, hand))
    #expect(cost.verdict == verdict)
    #expect(cost.differenceNs == driver - hand)
    #expect(cost.relativeDifference == (driver - hand) / hand)
    #expect(cost.allowedNs == max(0.5, hand / 100))
  }

  @Test func `what drifts steadily within a round is nobody's`() {
    // Each batch takes 1 ns longer than the one before: 10, 11, 12, 13.
    let round = LoopRound(driver: (10, 13), hand: (11, 12))
    let cost = judged([LoopRound](repeating: round, count: 40))
    #expect(cost.differenceNs == 0)
    #expect(cost.driverNsMin == 10 && cost.handNsMin == 11)
    #expect(cost.driverNs == 11.5 && cost.handNs == 11.5)
  }

  @Test func `the slower three quarters of the rounds do not count`() {
    let cost = judged(rounds(30, 20, count: 30) + rounds(10.2, 10, count: 10))
    #expect(cost.driverNs == 10.2 && cost.handNs == 10)
    #expect(cost.verdict == .within)
    #expect(cost.spread == 0)
  }

  @Test func `a bound inside the interval leaves the question open`() {
    let low = rounds(10, 10, count: 20)
    let high = rounds(11, 9, count: 20)
    let cost = judged(zip(low, high).flatMap { [$0, $1] })
    #expect(cost.verdict == .undecided)
    #expect(cost.differenceNsLow == 0 && cost.differenceNsHigh == 2)
  }

  @Test func `a driver is not called slow by a machine that was never quiet`() {
    var busy = rounds(20, 18)
    busy[0].driver.0 = 10
    let cost = judged(busy)
    #expect(cost.verdict == .undecided)
    #expect(cost.reason?.hasPrefix("busy machine") == true)
    #expect(cost.driverNsMin == 10 && cost.driverNs == 20)
  }

  @Test func `too few rounds give numbers and no verdict`() {
    let cost = judged(rounds(12, 11, count: 5))
    #expect(cost.differenceNs == 1)
    #expect(cost.verdict == nil && cost.differenceNsLow == nil)
    #expect(judged(rounds(12, 11, count: 6)).verdict == .above)
  }

  @Test func `alone, what the driver takes is what it adds`() {
    let alone = LoopRound(driver: (0.3, 0.3), hand: nil)
    let cost = judged([LoopRound](repeating: alone, count: 40))
    #expect(cost.differenceNs == 0.3 && cost.allowedNs == 0.5)
    #expect(cost.handNs == nil && cost.handNsMin == nil && cost.relativeDifference == nil)
    #expect(cost.verdict == .within)
  }
}
