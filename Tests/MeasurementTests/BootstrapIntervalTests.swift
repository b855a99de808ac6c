import Testing

@testable import Measurement

@Suite struct BootstrapIntervalTests {
  @Test(arguments: bootstrapVectors)
  func `agrees with NumPy given the same draws`(vector: BootstrapVector) throws {
    var words = Congruential(state: vector.seed)
    let found = try #require(
      BootstrapInterval(
        base: SortedSamples(vector.base), candidate: SortedSamples(vector.candidate),
        confidence: vector.confidence, resamples: vector.resamples, using: &words))
    #expect(agree(found.ratio, vector.ratio))
    #expect(agree(found.low, vector.low))
    #expect(agree(found.high, vector.high))
  }

  @Test func `a seed fixes the interval, another one changes it`() throws {
    let vector = bootstrapVectors[0]
    func interval(_ seed: UInt64) -> BootstrapInterval? {
      var words = Congruential(state: seed)
      return BootstrapInterval(
        base: SortedSamples(vector.base), candidate: SortedSamples(vector.candidate),
        resamples: 50, using: &words)
    }
    #expect(interval(1) != nil)
    #expect(interval(1) == interval(1))
    #expect(Set((1...9).compactMap { interval($0)?.low }).count > 1)
  }

  // 400 experiments of 15 and 20 skewed samples whose true ratio of medians is 1.1.
  @Test func `holds the true ratio about as often as it promises`() throws {
    var random = Congruential(state: 20_26)
    var held = 0
    for _ in 0..<400 {
      let base = SortedSamples((0..<15).map { _ in 10 + random.exponential() })
      let candidate = SortedSamples((0..<20).map { _ in 11 + 1.1 * random.exponential() })
      let found = try #require(
        BootstrapInterval(
          base: base, candidate: candidate, resamples: 150, using: &random))
      held += found.low <= 1.1 && 1.1 <= found.high ? 1 : 0
    }
    #expect((360...396).contains(held), "\(held)")
  }

  @Test func `samples without scatter have an interval without width`() throws {
    var random = Congruential(state: 1)
    let found = try #require(
      BootstrapInterval(
        base: SortedSamples([Double](repeating: 4, count: 6)),
        candidate: SortedSamples([Double](repeating: 5, count: 7)), resamples: 10,
        using: &random))
    #expect((found.ratio, found.low, found.high) == (1.25, 1.25, 1.25))
  }

  @Test func `there is no interval of too few samples, nor of a ratio to 0`() {
    var random = Congruential(state: 1)
    func interval(_ base: [Double], _ candidate: [Double]) -> BootstrapInterval? {
      BootstrapInterval(
        base: SortedSamples(base), candidate: SortedSamples(candidate), resamples: 10,
        using: &random)
    }
    let six = [1.0, 2, 3, 4, 5, 6]
    #expect(interval(six, six) != nil)
    #expect(interval(six, [1, 2, 3, 4, 5]) == nil)
    #expect(interval([1, 2, 3, 4, 5], six) == nil)
    #expect(interval([0, 2, 3, 4, 5, 6], six) == nil)
    #expect(interval(six, [0, 2, 3, 4, 5, 6]) != nil)
  }
}
