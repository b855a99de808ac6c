import Foundation
import Testing
import Workloads

@Suite struct ExponentialSamplerTests {
  @Test func `falls into ten equally likely intervals equally often`() throws {
    let sampler = ExponentialSampler(mean: 250)
    var random = SplitMix64(seed: 17)
    var counts = Array(repeating: 0, count: 10)
    for _ in 0..<200_000 {
      let share = 1 - Foundation.exp(-sampler.next(using: &random) / 250)
      counts[min(9, Int(share * 10))] += 1
    }
    let statistic = ChiSquare.statistic(counts, shares: Array(repeating: 0.1, count: 10))
    #expect(statistic < (try #require(ChiSquare.critical[9])))
  }

  @Test func `has the mean that was asked for`() {
    let sampler = ExponentialSampler(mean: 3)
    var random = SplitMix64(seed: 2)
    let mean = (0..<200_000).reduce(0) { sum, _ in sum + sampler.next(using: &random) } / 200_000
    #expect(abs(mean - 3) < 0.03)
  }
}
