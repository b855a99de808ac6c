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

@Suite struct RoundIntervalTests {
  @Test(arguments: StatisticsVectors.known.round)
  func `the interval agrees with SciPy`(vector: RoundVector) throws {
    let interval = try #require(RoundInterval(vector.values, confidence: vector.confidence))
    #expect(agree(interval.low, vector.low))
    #expect(agree(interval.high, vector.high))
  }

  @Test func `an interval needs two processes and values above 0`() {
    for values in [[], [3], [3, 0], [3, -1], [3, .infinity], [3, .nan]] as [[Double]] {
      #expect(RoundInterval(values) == nil, "\(values)")
    }
    #expect(RoundInterval([3, 3.5]) != nil)
  }

  @Test func `equal values are their own interval`() throws {
    let interval = try #require(RoundInterval([0.1, 0.1, 0.1]))
    #expect(interval.low == 0.1 && interval.high == 0.1)
  }

  @Test func `the far ends of the range do not overflow`() throws {
    let interval = try #require(RoundInterval([1e-300, 1e300]))
    #expect(interval.low == 0 && interval.high == .infinity)
  }

  // 95 of 100, within 3 standard errors of a simulation of 2,000.
  @Test
  func `the interval contains the median of log-normal processes as often as its confidence says`()
  {
    var random = Congruential(state: 11)
    var held = 0
    for _ in 0..<2000 {
      let values = (0..<4).map { _ in random.logNormal() }
      if let interval = RoundInterval(values), interval.low <= 1, interval.high >= 1 { held += 1 }
    }
    #expect((1870...1930).contains(held), "\(held)")
  }
}
