import Testing
import Workloads

@Suite struct SlotSamplerTests {
  func ranks(_ distribution: Distribution, slots: Int, draws: Int) -> [Int] {
    var sampler = SlotSampler(slotCount: slots, distribution: distribution, seed: 21)
    return (0..<draws).map { _ in sampler.next() }
  }

  func counts(_ ranks: [Int], slots: Int) -> [Int] {
    ranks.reduce(into: Array(repeating: 0, count: slots)) { $0[$1] += 1 }
  }

  @Test func `uniform draws have equal frequencies`() throws {
    let counts = counts(ranks(.uniform, slots: 50, draws: 200_000), slots: 50)
    let statistic = ChiSquare.statistic(counts, shares: Array(repeating: 0.02, count: 50))
    #expect(statistic < (try #require(ChiSquare.critical[49])))
  }

  @Test(arguments: [(0.1, 0.9), (0.25, 0.5), (0.5, 0.99)])
  func `a hotspot's share of slots gets its share of actions`(slots: Double, actions: Double) {
    let ranks = ranks(.hotspot(slots: slots, actions: actions), slots: 100, draws: 100_000)
    let hot = ranks.count { $0 < Int(slots * 100) }
    #expect(abs(Double(hot) / 100_000 - actions) < 0.006)
    #expect(Set(ranks) == Set(0..<100))
  }

  @Test func `a hotspot of two slots has one cold slot`() {
    let ranks = ranks(.hotspot(slots: 0.99, actions: 0.5), slots: 2, draws: 1000)
    #expect(Set(ranks) == [0, 1])
  }

  @Test(arguments: [1, 4, 32]) func `bursts have their mean length`(mean: Int) {
    let ranks = ranks(.burst(meanLength: mean), slots: 20, draws: 300_000)
    let runs = 1 + zip(ranks, ranks.dropFirst()).count { $0 != $1 }
    #expect(abs(300_000 / Double(runs) / Double(mean) - 1) < 0.05)
    #expect(Set(ranks) == Set(0..<20))
  }

  @Test func `users stay at their slots until they are replaced`() {
    var sampler = SlotSampler(slotCount: 1000, distribution: .session(users: 8), seed: 4)
    let places = Set((0..<1000).map { _ in sampler.next() })
    #expect(places.count > 1 && places.count <= 8)
    for _ in 0..<1000 {
      _ = sampler.next()
      sampler.replaceActor()
    }
    #expect(Set((0..<1000).map { _ in sampler.next() }) != places)
  }

  @Test func `first draws the first slot only`() {
    #expect(Set(ranks(.first, slots: 1000, draws: 1000)) == [0])
  }

  @Test(
    arguments: [
      .uniform, .zipf(exponent: 1), .hotspot(slots: 0.1, actions: 0.9), .burst(meanLength: 4),
      .session(users: 3), .first,
    ] as [Distribution])
  func `a single slot is always drawn`(distribution: Distribution) {
    #expect(Set(ranks(distribution, slots: 1, draws: 100)) == [0])
  }
}
