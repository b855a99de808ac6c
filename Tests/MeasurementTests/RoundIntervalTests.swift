import Testing

@testable import Measurement

@Suite struct RoundIntervalTests {
  @Test(arguments: roundVectors)
  func `agrees with SciPy`(vector: RoundVector) throws {
    let interval = try #require(RoundInterval(vector.values, confidence: vector.confidence))
    #expect(agree(interval.low, vector.low))
    #expect(agree(interval.high, vector.high))
  }

  @Test func `one process has no interval, and neither has a value that is not above 0`() {
    #expect(RoundInterval([]) == nil)
    #expect(RoundInterval([3]) == nil)
    #expect(RoundInterval([3, 0]) == nil)
    #expect(RoundInterval([3, -1]) == nil)
    #expect(RoundInterval([3, .infinity]) == nil)
    #expect(RoundInterval([3, .nan]) == nil)
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

  // A share of 95 of 100, within 3 standard errors of a simulation of 2,000.
  @Test func `holds the median of log-normal processes as often as it says`() {
    var random = Congruential(state: 11)
    var held = 0
    for _ in 0..<2000 {
      let values = (0..<4).map { _ in random.logNormal() }
      if let interval = RoundInterval(values), interval.low <= 1, interval.high >= 1 { held += 1 }
    }
    #expect((1870...1930).contains(held), "\(held)")
  }
}
