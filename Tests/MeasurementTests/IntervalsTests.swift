import Foundation
import Testing

@testable import Measurement

@Suite struct MedianIntervalTests {
  @Test(arguments: StatisticsVectors.known.rank)
  func `the ranks are those of the binomial distribution`(vector: RankVector) {
    let found = MedianInterval.ranks(count: vector.count, confidence: vector.confidence)
    #expect(found?.low == vector.low)
    guard let coverage = found?.coverage, let expected = vector.coverage else { return }
    // SciPy subtracts from 1 and loses digits.
    #expect(abs(coverage - expected) < 1e-9)
  }

  @Test func `an interval needs six samples at 95 per cent`() {
    #expect(MedianInterval(SortedSamples([1, 2, 3, 4, 5] as [Double])) == nil)
    let six = MedianInterval(SortedSamples([6, 2, 3, 4, 5, 1] as [Double]))
    #expect(six?.low == 1 && six?.high == 6)
    #expect(MedianInterval.samplesNeeded(confidence: 0.95) == 6)
    #expect(MedianInterval.samplesNeeded(confidence: 0.99) == 8)
  }

  @Test func `the ends have the same rank from both sides`() throws {
    let interval = try #require(MedianInterval(SortedSamples((1...100).map(Double.init))))
    #expect((interval.low, interval.high) == (40, 61))
  }
}
