import Testing

@testable import Measurement

@Suite struct PowerLawFitTests {
  @Test(arguments: StatisticsVectors.known.powerLaw)
  func `the fit agrees with SciPy`(vector: PowerLawVector) throws {
    let fit = try #require(PowerLawFit(Array(zip(vector.sizes, vector.costs)).map { ($0, $1) }))
    #expect(agree(fit.exponent, vector.exponent))
    #expect(agree(fit.exponentLow, vector.low))
    #expect(agree(fit.exponentHigh, vector.high))
  }

  @Test(arguments: [-1.0, 0.5, 1, 2, 3])
  func `an exact power has its exponent`(exponent: Double) throws {
    // Sizes 1, 2, 4 … and costs 3, 3 · 2ᵉ, 3 · 4ᵉ …, all of them exact but for e = 0.5.
    let root = exponent == 0.5 ? 2.0.squareRoot() : 0
    let step = root > 0 ? root : Double(sign: .plus, exponent: Int(exponent), significand: 1)
    var points: [(size: Double, cost: Double)] = [(1, 3)]
    for _ in 1...9 { points.append((points.last!.size * 2, points.last!.cost * step)) }
    let fit = try #require(PowerLawFit(points))
    #expect(agree(fit.exponent, exponent, within: 1e-13))
    #expect(fit.exponentHigh - fit.exponentLow < 1e-12)
  }

  // 300 lines through 8 points with 10 % of scatter; the true exponent is 1.
  @Test func `the interval contains the true exponent about as often as its confidence says`()
    throws
  {
    var random = Congruential(state: 4)
    var held = 0
    for _ in 0..<300 {
      let points = [1.0, 1, 10, 10, 100, 100, 1_000, 1_000].map { size in
        (size: size, cost: 5 * size * (1 + 0.1 * random.normal()))
      }
      let fit = try #require(PowerLawFit(points))
      held += fit.exponentLow <= 1 && 1 <= fit.exponentHigh ? 1 : 0
    }
    #expect((270...297).contains(held), "\(held)")
  }

  @Test func `a fit needs three sizes and values above 0`() {
    #expect(PowerLawFit([]) == nil)
    #expect(PowerLawFit([(1, 1), (2, 2), (2, 3), (1, 2)]) == nil)
    #expect(PowerLawFit([(1, 1), (2, 2), (3, 3)]) != nil)
    for wrong in [0, -1, .nan, .infinity] {
      #expect(PowerLawFit([(1, 1), (2, 2), (3, 3), (4, wrong)]) == nil)
      #expect(PowerLawFit([(1, 1), (2, 2), (3, 3), (wrong, 4)]) == nil)
    }
  }
}
