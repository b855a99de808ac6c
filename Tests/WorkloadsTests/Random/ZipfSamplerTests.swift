import Foundation
import Testing
import Workloads

@Suite struct ZipfSamplerTests {
  /// Returns Zipf's law calculated with the C library.
  func shares(count: Int, exponent: Double) -> [Double] {
    let weights = (1...count).map { Foundation.pow(Double($0), -exponent) }
    let total = weights.reduce(0, +)
    return weights.map { $0 / total }
  }

  func counts(_ sampler: ZipfSampler, count: Int, draws: Int, seed: UInt64) -> [Int] {
    var random = SplitMix64(seed: seed)
    var counts = Array(repeating: 0, count: count)
    for _ in 0..<draws { counts[sampler.next(using: &random)] += 1 }
    return counts
  }

  @Test(arguments: [0.5, 0.99, 1, 1.2, 2], [10, 50, 100])
  func `draws follow Zipf's law`(exponent: Double, count: Int) throws {
    let sampler = ZipfSampler(count: count, exponent: exponent)
    let counts = counts(sampler, count: count, draws: 400_000, seed: 11)
    let statistic = ChiSquare.statistic(counts, shares: shares(count: count, exponent: exponent))
    #expect(statistic < (try #require(ChiSquare.critical[count - 1])))
  }

  @Test(arguments: [0.95, 1.05])
  func `draws do not follow Zipf's law of another exponent`(exponent: Double) throws {
    let counts = counts(
      ZipfSampler(count: 50, exponent: 1), count: 50, draws: 400_000, seed: 11)
    let statistic = ChiSquare.statistic(counts, shares: shares(count: 50, exponent: exponent))
    #expect(statistic > (try #require(ChiSquare.critical[49])))
  }

  @Test func `a single rank is always drawn`() {
    #expect(counts(ZipfSampler(count: 1, exponent: 1), count: 1, draws: 100, seed: 1) == [100])
  }

  @Test func `a large exponent draws the first ranks`() {
    let counts = counts(ZipfSampler(count: 1000, exponent: 16), count: 1000, draws: 1000, seed: 1)
    #expect(counts[0] > 990)
  }
}
