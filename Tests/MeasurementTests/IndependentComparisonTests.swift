import Foundation
import Testing

@testable import Measurement

@Suite struct IndependentComparisonTests {
  @Test(arguments: StatisticsVectors.known.welch)
  func `the interval of a ratio agrees with SciPy`(vector: WelchVector) throws {
    let found = try #require(
      IndependentComparison(base: vector.base, candidate: vector.candidate))
    #expect(agree(found.ratio, vector.ratio))
    let spread = try #require(found.spread)
    #expect(agree(spread.degreesOfFreedom, vector.degrees))
    let interval = try #require(found.interval(confidence: 0.95))
    #expect(agree(interval.low, vector.low))
    #expect(agree(interval.high, vector.high))
  }

  @Test(arguments: StatisticsVectors.known.welch)
  func `swapping the sides mirrors everything`(vector: WelchVector) throws {
    let found = try #require(
      IndependentComparison(base: vector.base, candidate: vector.candidate))
    let mirrored = try #require(
      IndependentComparison(base: vector.candidate, candidate: vector.base))
    #expect(mirrored.logRatio == -found.logRatio)
    #expect(mirrored.smallestVisible == found.smallestVisible)
    let mirror = ["slower": "faster", "faster": "slower"]
    let name = found.verdict.name
    #expect(mirrored.verdict.name == mirror[name] ?? name)
  }

  @Test func `a single process on a side has a ratio and no interval`() throws {
    let found = try #require(IndependentComparison(base: [10], candidate: [20, 21]))
    #expect(found.ratio > 2 && found.ratio < 2.1)
    #expect(found.interval() == nil && found.smallestVisible == nil)
    #expect(found.verdict == .inconclusive(.tooFewProcesses(needed: 2, got: 1)))
    #expect("\(found.verdict)" == "inconclusive: needs 2 processes of each side, got 1")
  }

  @Test func `costs without scatter have an exact ratio`() throws {
    let same = try #require(IndependentComparison(base: [3.3, 3.3], candidate: [3.3, 3.3, 3.3]))
    #expect(same.ratio == 1 && same.verdict == .same)
    let twice = try #require(IndependentComparison(base: [3, 3], candidate: [6, 6]))
    #expect(agree(twice.ratio, 2) && twice.verdict == .slower)
    #expect(twice.interval().map { [$0.low, $0.high] } == [twice.ratio, twice.ratio])
  }

  @Test func `a large uncertain difference is inconclusive`() throws {
    let found = try #require(
      IndependentComparison(base: [100, 100.1], candidate: [90, 140]))
    #expect(found.ratio > 1.1)
    let visible = try #require(found.smallestVisible)
    #expect(visible > 1)
    #expect(found.verdict == .inconclusive(.tooNoisy(overlooked: visible)))
  }

  @Test(arguments: StatisticsVectors.known.welch)
  func `a verdict agrees with the interval that is printed`(vector: WelchVector) throws {
    let found = try #require(
      IndependentComparison(base: vector.base, candidate: vector.candidate))
    let interval = try #require(found.interval())
    #expect((found.verdict == .slower) == (found.ratio > 1.02 && interval.low > 1.01))
    #expect((found.verdict == .faster) == (found.ratio < 1 / 1.02 && interval.high < 1 / 1.01))
  }

  @Test(arguments: [[], [0], [-1, 2], [.infinity, 1], [.nan, 1]])
  func `costs that have no logarithm are refused`(costs: [Double]) {
    #expect(IndependentComparison(base: costs, candidate: [1, 2]) == nil)
    #expect(IndependentComparison(base: [1, 2], candidate: costs) == nil)
  }

  // Of 1,000 intervals at 95 % over random normal logarithms, 950 ± 7 hold the truth.
  @Test func `intervals contain the true ratio as often as their confidence says`() {
    var random = Congruential(state: 7)
    var held = 0
    for _ in 0..<1000 {
      func costs(_ count: Int, around mean: Double, noise: Double) -> [Double] {
        (0..<count).map { _ in exp(mean + noise * random.normal()) }
      }
      let base = costs(3, around: 1, noise: 0.02)
      let candidate = costs(3, around: 1.05, noise: 0.02)
      guard
        let interval = IndependentComparison(base: base, candidate: candidate)?.interval()
      else { continue }
      if interval.low <= exp(0.05), exp(0.05) <= interval.high { held += 1 }
    }
    #expect((925...995).contains(held), "\(held)")
  }
}

struct SeveralComparisonsTests {
  private func comparison(_ ratio: Double, _ scatter: Double) throws -> IndependentComparison {
    let base = [100 - scatter, 100, 100 + scatter]
    return try #require(IndependentComparison(base: base, candidate: base.map { $0 * ratio }))
  }

  @Test func `the geometric mean is the root of the product`() throws {
    let mean = try #require(
      IndependentComparison.geometricMean(of: [try comparison(2, 0), try comparison(8, 0)]))
    #expect(agree(mean.ratio, 4))
    #expect(try #require(mean.interval()).low == mean.ratio)
  }

  // The error of a mean of four equally uncertain ratios is half of each.
  @Test func `four times as many comparisons halve the error`() throws {
    let one = try comparison(2, 5)
    let mean = try #require(IndependentComparison.geometricMean(of: [one, one, one, one]))
    #expect(
      agree(
        try #require(mean.spread).standardError, try #require(one.spread).standardError / 2))
  }

  @Test func `an unknown scatter of one ratio is that of the mean and of the growth`() throws {
    let unknown = try #require(IndependentComparison(base: [100], candidate: [200]))
    let known = try comparison(2, 1)
    let mean = try #require(IndependentComparison.geometricMean(of: [known, unknown]))
    #expect(agree(mean.ratio, 2) && mean.interval() == nil)
    #expect(IndependentComparison.geometricMean(of: []) == nil)
    #expect(known.growth(to: unknown) == nil && unknown.growth(to: known) == nil)
  }

  @Test(arguments: [
    (2.0, 5.0, 0.1, "slower"), (5, 2, 0.1, "faster"), (2, 2, 0.1, "same"), (2, 2, 0, "same"),
    (2, 2.5, 0, "slower"), (2, 2.05, 5, "same"), (2, 3, 60, "inconclusive"),
  ])
  func `growth is the later ratio over the earlier one`(
    first: Double, last: Double, scatter: Double, verdict: String
  ) throws {
    let growth = try #require(
      try comparison(first, scatter).growth(to: try comparison(last, scatter)))
    #expect(agree(growth.ratio, last / first))
    #expect(growth.verdict.name == verdict)
  }
}
