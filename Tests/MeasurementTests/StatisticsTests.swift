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

  @Test func `no samples have no statistics`() {
    let none = SortedSamples([] as [Double])
    #expect(none.min == nil && none.max == nil && none.mean == nil && none.median == nil)
    #expect(none.medianAbsoluteDeviation == nil && none.percentile(99) == nil)
    #expect(Summary([]) == nil)
    #expect(Trend([]) == nil)
  }
}
