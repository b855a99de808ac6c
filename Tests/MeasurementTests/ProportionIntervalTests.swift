import Testing

@testable import Measurement

@Suite struct ProportionIntervalTests {
  @Test(arguments: proportionVectors)
  func `agrees with SciPy`(vector: ProportionVector) {
    let found = ProportionInterval(
      successes: vector.successes, tries: vector.tries, confidence: vector.confidence)
    #expect(agree(found.low, vector.low))
    #expect(agree(found.high, vector.high))
    #expect(agree(found.atLeast, vector.atLeast))
    #expect(agree(found.atMost, vector.atMost))
  }

  @Test func `nothing in 200 tries is at most 1,5 per cent`() {
    let none = ProportionInterval(successes: 0, tries: 200)
    #expect(none.description == "0 of 200: at most 1.5 %")
    #expect(none.rate == 0 && none.low == 0)
    // 0.985133^200 is 5 %.
    #expect(agree(none.atMost, 0.014_867_039_231_272, within: 1e-12))
  }

  @Test func `ends are rounded outwards`() {
    // 0.31 % and 4.32 %; of all 200, 98.51 %.
    #expect(
      ProportionInterval(successes: 3, tries: 200).description
        == "3 of 200: 1.5 % (0.3 % to 4.4 %)")
    #expect(
      ProportionInterval(successes: 200, tries: 200).description == "200 of 200: at least 98.5 %")
  }

  // The probability of each count that the interval misses, summed: never above 5 %.
  @Test(arguments: [0.02, 0.1, 0.5, 0.93])
  func `holds the rate at least as often as it promises`(rate: Double) {
    let tries = 25
    var probability = 1.0
    for _ in 0..<tries { probability *= 1 - rate }
    var missed = 0.0
    for successes in 0...tries {
      let found = ProportionInterval(successes: successes, tries: tries)
      if rate < found.low || rate > found.high { missed += probability }
      probability *= rate / (1 - rate) * Double(tries - successes) / Double(successes + 1)
    }
    #expect(missed > 0 && missed <= 0.05)
  }
}
