import Testing

@testable import Measurement

@Suite struct StatisticsTests {
  private func near(_ left: Double?, _ right: Double?, scale: Double = 0) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= 1e-12 * max(abs(left), abs(right), scale)
  }

  @Test(arguments: statisticsVectors)
  func `agrees with NumPy and SciPy`(vector: StatisticsVector) throws {
    let samples = SortedSamples(vector.samples)
    // What a sum or a difference loses is measured against the samples, not against the result.
    let scale = vector.samples.map(abs).max() ?? 0
    #expect(near(samples.mean, vector.mean, scale: scale))
    for (quantile, expected) in zip(
      [Quantile.p25, .p50, .p75, .p90, .p99, .p99_9], vector.quantiles)
    {
      #expect(near(samples[quantile], expected, scale: scale), "\(quantile)")
    }
    #expect(near(samples.medianAbsoluteDeviation, vector.mad, scale: scale))
    #expect(near(Trend(vector.samples)?.correlation, vector.correlation))
  }

  @Test(arguments: rankVectors)
  func `takes the ranks that the binomial distribution gives`(vector: RankVector) {
    let found = MedianInterval.ranks(count: vector.count, confidence: vector.confidence)
    #expect(found?.low == vector.low)
    guard let coverage = found?.coverage, let expected = vector.coverage else { return }
    // SciPy subtracts from 1, which costs it the digits that ours keeps.
    #expect(abs(coverage - expected) < 1e-9)
  }

  @Test func `an interval needs six samples at 95 per cent`() {
    let five = SortedSamples([1, 2, 3, 4, 5] as [Double])
    let six = SortedSamples([6, 2, 3, 4, 5, 1] as [Double])
    #expect(MedianInterval(five) == nil)
    #expect(MedianInterval(six)?.low == 1)
    #expect(MedianInterval(six)?.high == 6)
    #expect(MedianInterval(six)?.coverage == 0.96875)
    #expect(MedianInterval.samplesNeeded(confidence: 0.95) == 6)
    #expect(MedianInterval.samplesNeeded(confidence: 0.99) == 8)
  }

  @Test func `an interval lies at equal ranks from both ends`() throws {
    let interval = try #require(MedianInterval(SortedSamples((1...100).map(Double.init))))
    #expect((interval.lowRank, interval.highRank) == (40, 61))
    #expect((interval.low, interval.high) == (40, 61))
  }

  @Test func `knows how many samples a quantile needs`() {
    #expect(Quantile.p50.samplesNeeded == 2)
    #expect(Quantile.p25.samplesNeeded == 4)
    #expect(Quantile.p90.samplesNeeded == 10)
    #expect(Quantile.p99.samplesNeeded == 100)
    #expect(Quantile.p99_9.samplesNeeded == 1_000)
    #expect(Quantile(partsPerMillion: 1_000_000).samplesNeeded == 1)
  }

  @Test func `writes a quantile as it is commonly written`() {
    #expect("\(Quantile.p50)" == "p50")
    #expect("\(Quantile.p99_9)" == "p99.9")
    #expect("\(Quantile(partsPerMillion: 999_990))" == "p99.999")
    #expect("\(Quantile(partsPerMillion: 25_050))" == "p2.505")
  }

  @Test func `no samples have no statistics`() {
    let none = SortedSamples([] as [Double])
    #expect(none.min == nil && none.max == nil && none.mean == nil && none.median == nil)
    #expect(none.medianAbsoluteDeviation == nil && none[.p99] == nil)
    #expect(Summary([]) == nil)
    #expect(Trend([]) == nil)
  }
}

@Suite struct SummaryTests {
  /// Even samples without any order: 101, 99, 102, 98, …
  private func steady(_ count: Int) -> [Double] {
    (0..<count).map { 100 + Double(($0 * 7) % 5) - 2 }
  }

  @Test func `enough steady samples carry no caveat`() throws {
    let summary = try #require(Summary(steady(100)))
    #expect(summary.n == 100)
    #expect(summary.median == 100)
    #expect(summary.interval != nil)
    #expect(summary.caveats.isEmpty)
    #expect(summary.caveat == nil)
  }

  @Test func `says which statistics lack samples`() throws {
    #expect(Summary(steady(99))?.caveat == "p99 needs 100 samples, got 99")
    #expect(
      Summary(steady(5))?.caveat == "p90, p99, interval need up to 100 samples, got 5")
    let one = try #require(Summary([3]))
    #expect(one.interval == nil)
    #expect((one.median, one.mad, one.p99) == (3, 0, 3))
    #expect(
      one.caveat == "p50, p25, p75, p90, p99, interval need up to 100 samples, got 1")
  }

  @Test func `calls noise by its size`() throws {
    let noisy = (0..<100).map { 80 + Double(($0 * 7) % 5) * 10 }
    #expect(Summary(noisy)?.caveats == [.noisy(spread: 0.1)])
    #expect(
      Summary(noisy)?.caveat == "noisy: half of the samples lie more than 10.0 % from the median")
    let atBound = (0..<100).map { 90 + Double(($0 * 7) % 5) * 5 }
    #expect(Summary(atBound)?.caveats == [])
  }

  @Test func `counts of nothing are not noisy`() {
    #expect(Summary([Double](repeating: 0, count: 100))?.caveats == [])
    #expect(
      Summary((0..<99).map { Double($0 * 7 % 3) - 1 })?.caveat
        == "p99 needs 100 samples, got 99; noisy: the median is 0 and half of the samples are not"
    )
  }

  @Test func `sees a drift in either direction`() throws {
    let rising = (0..<100).map { 100 + Double($0) / 10 }
    #expect(
      Summary(rising)?.caveat == "drifting: the later half is 4.9 % above the earlier half")
    let falling = (0..<100).map { 100 - Double($0) / 10 }
    #expect(
      Summary(falling)?.caveat == "drifting: the later half is 5.1 % below the earlier half")
  }
}
