import Testing

@testable import FlowHarness
@testable import FlowRunner

/// What is made of rounds whose times are known.
struct LoopRoundTests {
  private func cost(_ rounds: [LoopRound]) -> LoopCost {
    var cost = LoopCost(design: "flow", batchActions: 1000, rounds: rounds.count, core: nil)
    cost.take(rounds)
    return cost
  }

  /// Equal rounds, each with a driver and a hand that do not change within it.
  private func rounds(_ driver: Double, _ hand: Double, count: Int = 40) -> [LoopRound] {
    [LoopRound](
      repeating: LoopRound(driver: (driver, driver), hand: (hand, hand)), count: count)
  }

  @Test(
    arguments: [(nil, 0.5), (1.0, 0.5), (50, 0.5), (60, 0.6), (1000, 10)] as [(Double?, Double)])
  func `half a nanosecond or one per cent is allowed, whichever is larger`(
    hand: Double?, allowed: Double
  ) {
    #expect(LoopCost.allowedNs(handNs: hand) == allowed)
  }

  @Test func `what drifts steadily within a round is nobody's`() {
    // Each batch takes 1 ns longer than the one before: 10, 11, 12, 13.
    let round = LoopRound(driver: (10, 13), hand: (11, 12))
    let cost = cost([LoopRound](repeating: round, count: 40))
    #expect(cost.differenceNs == 0)
    #expect(cost.driverNs == 11.5 && cost.handNs == 11.5)
  }

  @Test func `the slower three quarters of the rounds do not count`() {
    let cost = cost(rounds(30, 20, count: 30) + rounds(10.25, 10, count: 10))
    #expect(cost.driverNs == 10.25 && cost.handNs == 10 && cost.differenceNs == 0.25)
  }

  @Test func `the difference is of neighbours, not of medians`() {
    // Medians of 11 and 10, and in most rounds both loops take the same.
    let pairs = [(10.0, 10.0), (11, 11), (12, 9)]
    let cost = cost(pairs.flatMap { rounds($0.0, $0.1, count: 4) } + rounds(99, 99, count: 36))
    #expect(cost.driverNs == 11 && cost.handNs == 10 && cost.differenceNs == 0)
  }

  @Test func `one round is enough for numbers`() {
    #expect(cost(rounds(12, 11, count: 1)).differenceNs == 1)
  }

  @Test func `alone, what the driver takes is what it adds`() {
    let alone = LoopRound(driver: (0.25, 0.25), hand: nil)
    let cost = cost([LoopRound](repeating: alone, count: 40))
    #expect(cost.differenceNs == 0.25 && cost.driverNs == 0.25 && cost.handNs == nil)
  }
}
