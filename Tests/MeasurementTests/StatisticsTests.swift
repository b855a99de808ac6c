import Testing

@testable import Measurement

@Suite struct StatisticsTests {
  private func near(_ left: Double?, _ right: Double?, scale: Double = 0) -> Bool {
    guard let left, let right else { return left == nil && right == nil }
    return abs(left - right) <= 1e-12 * max(abs(left), abs(right), scale)
  }

  @Test(arguments: StatisticsVectors.known.statistics)
  func `statistics agree with NumPy and SciPy`(vector: StatisticsVector) throws {
    let samples = SortedSamples(vector.samples)
    // The error of a sum or a difference is relative to the samples, not to the result.
    let scale = vector.samples.map(abs).max() ?? 0
    #expect(near(samples.mean, vector.mean, scale: scale))
    for (percent, expected) in zip([25, 50, 75, 90, 99], vector.quantiles) {
      #expect(near(samples.percentile(percent), expected, scale: scale), "\(percent)")
    }
    #expect(near(samples.medianAbsoluteDeviation, vector.mad, scale: scale))
    #expect(near(Trend(vector.samples)?.correlation, vector.correlation))
  }

  @Test(arguments: [(50, 2), (25, 4), (75, 4), (90, 10), (99, 100)])
  func `a percentile needs samples beyond it`(percent: Int, count: Int) {
    #expect(SortedSamples.samplesNeeded(percentile: percent) == count)
  }

  @Test func `no samples have no statistics`() {
    let none = SortedSamples([] as [Double])
    #expect(none.min == nil && none.max == nil && none.mean == nil && none.median == nil)
    #expect(none.medianAbsoluteDeviation == nil && none.percentile(99) == nil)
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
    #expect(summary.caveats.isEmpty)
    #expect(summary.caveat == nil)
  }

  @Test func `the caveat names the statistics that lack samples`() throws {
    #expect(Summary(steady(99))?.caveat == "p99 needs 100 samples, got 99")
    #expect(
      Summary(steady(5))?.caveat == "p90, p99 need up to 100 samples, got 5")
    let one = try #require(Summary([3]))
    #expect((one.median, one.mad, one.p99) == (3, 0, 3))
    #expect(
      one.caveat == "p50, p25, p75, p90, p99 need up to 100 samples, got 1")
  }

  @Test func `the caveat of noise has its size`() throws {
    let noisy = (0..<100).map { 80 + Double(($0 * 7) % 5) * 10 }
    #expect(Summary(noisy)?.caveats == [.noisy(spread: 0.1)])
    #expect(
      Summary(noisy)?.caveat == "noisy: half of the samples lie more than 10.0 % from the median")
    let atBound = (0..<100).map { 90 + Double(($0 * 7) % 5) * 5 }
    #expect(Summary(atBound)?.caveats == [])
  }

  @Test func `counts of 0 are not noisy`() {
    #expect(Summary([Double](repeating: 0, count: 100))?.caveats == [])
    #expect(
      Summary((0..<99).map { Double($0 * 7 % 3) - 1 })?.caveat
        == "p99 needs 100 samples, got 99; noisy: the median is 0 and half of the samples are not"
    )
  }

  @Test func `a drift in either direction is a caveat`() throws {
    let rising = (0..<100).map { 100 + Double($0) / 10 }
    #expect(
      Summary(rising)?.caveat == "drifting: the later half is 4.9 % above the earlier half")
    let falling = (0..<100).map { 100 - Double($0) / 10 }
    #expect(
      Summary(falling)?.caveat == "drifting: the later half is 5.1 % below the earlier half")
  }
}
