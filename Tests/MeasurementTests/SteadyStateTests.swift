import Testing

@testable import Measurement

@Suite struct SteadyStateTests {
  @Test func `a drift is certain and of interest`() throws {
    let slower = (0..<20).map { 100 + Double($0) }
    #expect(agree(try #require(SteadyState.drift(of: slower)), 114.5 / 104.5 - 1))
    #expect(try #require(SteadyState.drift(of: slower.reversed())) < -0.02)
    // As certain, and less than 2 per cent.
    #expect(SteadyState.drift(of: slower.map { 10_000 + $0 }) == nil)
    // As far apart, in ten values: the score is 3 at most.
    #expect(SteadyState.drift(of: Array(slower.prefix(10))) == nil)
    #expect(SteadyState.drift(of: [Double](repeating: 7, count: 30)) == nil)
    #expect(SteadyState.drift(of: []) == nil)
  }

  @Test func `grows where all of the last half is above all of the first quarter`() {
    let quarter = [3, 0, 5, 2]
    let middle = [0, 0, 0, 0]
    #expect(SteadyState.queueGrowth(quarter + middle + [6, 7, 8, 9, 6, 7, 8, 9]) == 1)
    #expect(SteadyState.queueGrowth(quarter + middle + [9, 7, 8, 9, 8, 7, 8, 9]) == 2)
    #expect(SteadyState.queueGrowth(quarter + middle + [6, 7, 8, 5, 6, 7, 8, 9]) == nil)
    #expect(SteadyState.queueGrowth([Int](repeating: 0, count: 40)) == nil)
  }

  @Test func `fifteen batches say nothing`() {
    #expect(SteadyState.queueGrowth(Array(1...16)) == 5)
    #expect(SteadyState.queueGrowth(Array(1...15)) == nil)
    #expect(SteadyState.queueGrowth([]) == nil)
  }

  // A minute at 10,000 a second in 64 batches: the median of so many exponential times is off by
  // 1 / (ln 2 √n), n in each; or the machine by 2 %.
  @Test(arguments: [1 / (0.693 * 9375.0.squareRoot()), 0.02])
  func `a drift of a tenth in a minute is found, and hardly ever one that is not there`(
    deviation: Double
  ) {
    var random = Congruential(state: 52)
    func medians(drift: Double) -> [Double] {
      (0..<64).map { (batch: Int) -> Double in
        let place = (Double(batch) + 0.5) / 64
        let noise: Double = deviation * random.normal()
        return 1000 * (1 + drift * place) * (1 + noise)
      }
    }
    var (found, wrong) = (0, 0)
    for _ in 0..<1000 {
      if let change = SteadyState.drift(of: medians(drift: 0.1)), change > 0 { found += 1 }
      if SteadyState.drift(of: medians(drift: 0)) != nil { wrong += 1 }
    }
    #expect(found >= 990)
    #expect(wrong <= 10)
  }
}
