import Testing

@testable import Measurement

@Suite struct MannWhitneyTests {
  @Test(arguments: mannWhitneyVectors)
  func `agrees with SciPy`(vector: MannWhitneyVector) throws {
    let found = try #require(
      MannWhitney(
        base: SortedSamples(vector.base), candidate: SortedSamples(vector.candidate)))
    #expect(found.u == vector.u)
    #expect(agree(found.effect, vector.effect))
    #expect(found.isExact == vector.isExact)
    #expect(agree(found.pValue, vector.pValue))
  }

  @Test func `swapping the sides mirrors the effect and keeps p`() throws {
    for vector in mannWhitneyVectors {
      let base = SortedSamples(vector.base)
      let candidate = SortedSamples(vector.candidate)
      let one = try #require(MannWhitney(base: base, candidate: candidate))
      let other = try #require(MannWhitney(base: candidate, candidate: base))
      #expect(one.u + other.u == Double(base.count * candidate.count))
      #expect(agree(one.effect + other.effect, 1))
      #expect(one.pValue == other.pValue)
    }
  }

  @Test func `three above three have one chance in ten`() throws {
    // 20 orders, two of which part the sides.
    let found = try #require(
      MannWhitney(
        base: SortedSamples([1, 2, 3] as [Double]),
        candidate: SortedSamples([4, 5, 6] as [Double])))
    #expect((found.u, found.effect) == (9, 1))
    #expect(agree(found.pValue, 0.1))
  }

  @Test func `equal samples say nothing`() throws {
    let same = SortedSamples([Double](repeating: 7, count: 9))
    let found = try #require(MannWhitney(base: same, candidate: same))
    #expect((found.effect, found.pValue, found.isExact) == (0.5, 1, false))
  }

  @Test func `there is no test without samples`() {
    let none = SortedSamples([] as [Double])
    let one = SortedSamples([1] as [Double])
    #expect(MannWhitney(base: none, candidate: one) == nil)
    #expect(MannWhitney(base: one, candidate: none) == nil)
  }
}
