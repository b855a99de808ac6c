import Testing

@testable import Measurement

@Suite struct ProcessEstimateTests {
  @Test(arguments: StatisticsVectors.known.round)
  func `the interval agrees with SciPy`(vector: RoundVector) throws {
    let estimate = try #require(ProcessEstimate(vector.values, confidence: vector.confidence))
    let interval = try #require(estimate.interval)
    #expect(agree(interval.lowerBound, vector.low))
    #expect(agree(interval.upperBound, vector.high))
  }

  @Test func `the estimate is the geometric mean, or the arithmetic one if a value is 0`() throws {
    #expect(try agree(#require(ProcessEstimate([2, 8])).value, 4))
    let withZero = try #require(ProcessEstimate([0, 4]))
    #expect(withZero.value == 2)
    // Student's t at 97.5 % with one degree of freedom, times a standard error of 2.
    #expect(agree(try #require(withZero.interval).upperBound, 2 + 2 * 12.706204736174698))
  }

  @Test func `one process has no interval, and none has no estimate`() {
    #expect(ProcessEstimate([3])?.value == 3)
    #expect(ProcessEstimate([3])?.interval == nil)
    for values in [[], [3, .infinity], [.nan]] as [[Double]] {
      #expect(ProcessEstimate(values) == nil, "\(values)")
    }
  }

  @Test func `equal values are their own estimate and interval, to the last bit`() {
    for value in [0.1, 0, 3e-300, 1e300] {
      let estimate = ProcessEstimate([value, value, value])
      #expect(estimate?.value == value && estimate?.interval == value...value)
    }
  }

  @Test func `the far ends of the range have no interval that overflows`() {
    #expect(ProcessEstimate([1e-300, 1e300])?.interval == nil)
    #expect(ProcessEstimate([1e300, 1e300, 1.1e300])?.interval?.upperBound.isFinite == true)
  }

  @Test func `the quotient of two estimates is the ratio of a comparison`() throws {
    let (base, candidate) = ([10.0, 12, 17], [30.0, 25])
    let ratio = try #require(IndependentComparison(base: base, candidate: candidate)).ratio
    let first = try #require(ProcessEstimate(base)).value
    #expect(agree(try #require(ProcessEstimate(candidate)).value / first, ratio))
  }

  // 95 of 100, within 3 standard errors of a simulation of 2,000.
  @Test
  func `the interval contains the median of log-normal processes as often as its confidence says`()
  {
    var random = Congruential(state: 11)
    var held = 0
    for _ in 0..<2000 {
      let values = (0..<4).map { _ in random.logNormal() }
      if let interval = ProcessEstimate(values)?.interval, interval.contains(1) { held += 1 }
    }
    #expect((1870...1930).contains(held), "\(held)")
  }
}
