import Testing

@testable import Measurement

@Suite struct PairedComparisonTests {
  private typealias Pairs = [(base: Double, candidate: Double)]

  /// Pairs of about 100 ns whose ratios scatter by the given share around the middle.
  private func pairs(_ count: Int, around middle: Double = 1, scatter: Double, seed: UInt64)
    -> Pairs
  {
    var random = Congruential(state: seed)
    return (0..<count).map { _ in
      let base = 100 + random.normal()
      return (base, base * middle * (1 + scatter * random.normal()))
    }
  }

  private func swapped(_ pairs: Pairs) -> Pairs {
    pairs.map { ($0.candidate, $0.base) }
  }

  private func scaled(_ pairs: Pairs, base: Double, candidate: Double) -> Pairs {
    pairs.map { ($0.base * base, $0.candidate * candidate) }
  }

  private func mirrored(_ verdict: Verdict) -> Verdict {
    switch verdict {
    case .slower: .faster
    case .faster: .slower
    case .same, .inconclusive: verdict
    }
  }

  @Test(arguments: StatisticsVectors.known.boundRank)
  func `bounds are the samples at the ranks that the binomial distribution gives`(
    vector: BoundRankVector
  ) throws {
    // Not in ascending order.
    let percents = (1...vector.count).map { Double($0 * 61 % vector.count) }
    let comparison = try #require(
      PairedComparison(pairs: percents.map { (100, 100 + $0) }))
    #expect((comparison.lowerBound == nil) == (vector.rank == nil))
    guard let rank = vector.rank, let lower = comparison.lowerBound,
      let upper = comparison.upperBound
    else { return }
    let ascending = percents.sorted()
    #expect(agree(lower, 1 + ascending[rank - 1] / 100))
    #expect(agree(upper, 1 + ascending[vector.count - rank] / 100))
  }

  @Test func `the median of an even number of ratios is the geometric mean of the middle two`()
    throws
  {
    let odd = try #require(PairedComparison(pairs: [(1, 2), (1, 8), (1, 3)]))
    #expect(agree(odd.ratio, 3))
    let even = try #require(PairedComparison(pairs: [(1, 2), (1, 8), (1, 1), (1, 9)]))
    #expect(agree(even.ratio, 4))
    #expect(even.count == 4)
  }

  @Test func `twenty identical pairs are the same, with a minimum detectable effect of 2 per cent`()
    throws
  {
    let comparison = try #require(
      PairedComparison(pairs: Array(repeating: (35.5, 35.5), count: 20)))
    #expect(comparison.verdict == .same)
    #expect((comparison.ratio, comparison.lowerBound, comparison.upperBound) == (1, 1, 1))
    #expect(agree(try #require(comparison.smallestVisible), 0.02))
  }

  @Test func `5 per cent in every pair is slower, and faster from the other side`() throws {
    let slower = Array(repeating: (base: 100.0, candidate: 105.0), count: 20)
    #expect(PairedComparison(pairs: slower)?.verdict == .slower)
    #expect(PairedComparison(pairs: swapped(slower))?.verdict == .faster)
  }

  @Test func `both thresholds are exclusive`() {
    // 51 over 50 is 1.02, in whatever unit.
    for unit in 1...100 {
      let pair = (base: 50 * Double(unit), candidate: 51 * Double(unit))
      let atMedian = Array(repeating: pair, count: 7)
      #expect(PairedComparison(pairs: atMedian)?.verdict == .same)
      #expect(PairedComparison(pairs: swapped(atMedian))?.verdict == .same)
    }
    let above = Array(repeating: (base: 100.0, candidate: 102.000_001), count: 20)
    #expect(PairedComparison(pairs: above)?.verdict == .slower)
    #expect(PairedComparison(pairs: swapped(above))?.verdict == .faster)

    // The fifth of 20 ratios is the bound: at 1.01 it does not suffice, whatever the median.
    let low = Array(repeating: (base: 100.0, candidate: 101.0), count: 5)
    let lowEnough = Array(repeating: (base: 100.0, candidate: 101.000_001), count: 5)
    let high = Array(repeating: (base: 100.0, candidate: 150.0), count: 15)
    #expect(PairedComparison(pairs: low + high)?.verdict == .same)
    #expect(PairedComparison(pairs: lowEnough + high)?.verdict == .slower)
    #expect(PairedComparison(pairs: swapped(low + high))?.verdict == .same)
    #expect(PairedComparison(pairs: swapped(lowEnough + high))?.verdict == .faster)
  }

  @Test(arguments: [7, 8, 20, 33], [0.9, 0.975, 0.98, 1.0, 1.02, 1.03, 1.1])
  func `swapping the sides mirrors the verdict and every number`(count: Int, middle: Double) throws
  {
    for seed in 1...20 {
      let pairs = pairs(count, around: middle, scatter: 0.02, seed: UInt64(seed))
      let one = try #require(PairedComparison(pairs: pairs))
      let other = try #require(PairedComparison(pairs: swapped(pairs)))
      #expect(other.verdict == mirrored(one.verdict))
      #expect(agree(one.ratio * other.ratio, 1))
      #expect(agree(try #require(one.lowerBound) * #require(other.upperBound), 1))
      #expect(one.smallestVisible == other.smallestVisible)
    }
  }

  @Test func `at the threshold, swapping still mirrors the verdict`() throws {
    // A rule at the median itself, give or take a rounding, which must not decide. The two ratios
    // in the middle lie far apart, so that the median is rounded.
    var slower = 0
    for seed in 1...100 {
      let pairs =
        pairs(10, around: 1.5, scatter: 0.001, seed: UInt64(seed))
        + pairs(10, around: 8, scatter: 0.001, seed: UInt64(seed) + 100)
      let ratio = try #require(PairedComparison(pairs: pairs)).ratio
      for bits in -2...2 {
        let rule = PairedComparison.Rule(medianThreshold: ratio - 1 + Double(bits) * 0x1p-51)
        let one = try #require(PairedComparison(pairs: pairs, rule: rule)).verdict
        let other = try #require(PairedComparison(pairs: swapped(pairs), rule: rule)).verdict
        #expect(other == mirrored(one))
        slower += one == .slower ? 1 : 0
      }
    }
    #expect((150...350).contains(slower), "\(slower)")
  }

  @Test(arguments: [7, 12, 20, 41], [0, 0.001, 0.01, 0.1])
  func `the minimum detectable effect is exact`(count: Int, scatter: Double) throws {
    for seed in 1...10 {
      let pairs = pairs(count, around: 1.2, scatter: scatter, seed: UInt64(seed))
      let comparison = try #require(PairedComparison(pairs: pairs))
      func verdict(_ factor: Double) -> Verdict? {
        PairedComparison(pairs: scaled(pairs, base: 1, candidate: factor))?.verdict
      }
      let visible = try #require(comparison.smallestVisible)
      #expect(visible >= 0.02 * (1 - 1e-9))
      #expect(verdict((1 + visible) * (1 + 1e-9) / comparison.ratio) == .slower)
      #expect(verdict((1 - 1e-9) / (1 + visible) / comparison.ratio) == .faster)
      // One of both directions needs all of it.
      let isSame = [(1 + visible) * (1 - 1e-9), (1 + 1e-9) / (1 + visible)].contains {
        verdict($0 / comparison.ratio) == .same
      }
      #expect(isSame)
    }
  }

  @Test func `seven pairs have a verdict, six are too few`() throws {
    let six = Array(repeating: (base: 1.0, candidate: 2.0), count: 6)
    let comparison = try #require(PairedComparison(pairs: six))
    #expect(comparison.verdict == .inconclusive(.tooFewPairs(needed: 7, got: 6)))
    #expect(comparison.verdict.description == "inconclusive: needs 7 pairs, got 6")
    #expect(comparison.lowerBound == nil && comparison.upperBound == nil)
    #expect(comparison.smallestVisible == nil)
    #expect(agree(comparison.ratio, 2))
    #expect(PairedComparison(pairs: six + [(1, 2)])?.verdict == .slower)
    #expect(PairedComparison.pairsNeeded(confidence: 0.99) == 7)
    #expect(PairedComparison.pairsNeeded(confidence: 0.95) == 5)
  }

  @Test func `the interval of the ratio is that of its order statistics`() throws {
    let comparison = try #require(
      PairedComparison(pairs: (1...20).map { (100, 100 + Double($0)) }))
    let interval = try #require(comparison.interval())
    // Ranks 6 and 15 of 20 contain the median at 95 %.
    #expect(agree(interval.low, 1.06) && agree(interval.high, 1.15))
    #expect(comparison.interval(confidence: 0.999_999) == nil)
  }

  @Test func `a comparison needs pairs of positive finite costs`() {
    #expect(PairedComparison(pairs: []) == nil)
    for wrong in [0, -1, .nan, .infinity] {
      #expect(PairedComparison(pairs: [(1, 1), (wrong, 1)]) == nil)
      #expect(PairedComparison(pairs: [(1, 1), (1, wrong)]) == nil)
    }
    #expect(PairedComparison(pairs: [(1e-300, 1e300)]) == nil)
  }

  @Test func `the numbers of a rule decide`() {
    let pairs = Array(repeating: (base: 100.0, candidate: 105.0), count: 20)
    #expect(
      PairedComparison(pairs: pairs, rule: .init(medianThreshold: 0.06))?.verdict == .same)
    #expect(PairedComparison(pairs: pairs, rule: .init(boundThreshold: 0.06))?.verdict == .same)
    #expect(
      PairedComparison(pairs: pairs, rule: .init(confidence: 0.999_99, pairs: 30))?.verdict
        == .slower)
    #expect(
      PairedComparison(pairs: pairs, rule: .init(confidence: 0.999_999_9, pairs: 30))?.verdict
        == .inconclusive(.tooFewPairs(needed: 24, got: 20)))
  }

  @Test func `a rule that could never decide is refused`() async {
    await #expect(processExitsWith: .failure) { _ = PairedComparison.Rule(pairs: 6) }
    await #expect(processExitsWith: .failure) { _ = PairedComparison.Rule(confidence: 0.5) }
    await #expect(processExitsWith: .failure) { _ = PairedComparison.Rule(medianThreshold: .nan) }
  }
}
