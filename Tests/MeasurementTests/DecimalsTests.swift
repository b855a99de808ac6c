import Testing

@testable import Measurement

@Suite struct DecimalsTests {
  @Test func `the number of decimals is fixed, and a rounded 0 has no sign`() {
    #expect(Decimals.text(0.985, places: 2) == "0.99")
    #expect(Decimals.text(-0.5, places: 2) == "-0.50")
    #expect(Decimals.text(-0.004, places: 2) == "0.00")
    #expect(Decimals.text(12, places: 1) == "12.0")
    #expect(Decimals.text(1.002_003, places: 6) == "1.002003")
    #expect(Decimals.text(1e20, places: 2) == "1e+20")
  }

  @Test func `a share has one decimal`() {
    #expect(Decimals.percent(0.0141) == "1.4 %")
    #expect(Decimals.percent(-0.25) == "-25.0 %")
  }

  @Test(arguments: [1e12, 1e300, .infinity, .nan, -1e12, -.infinity, 9.99e11])
  func `a share of any size is text`(share: Double) {
    let text = Decimals.percent(share)
    #expect(text.hasSuffix("%"))
    #expect(text.hasPrefix("far") == !(abs(share) < 1e12))
  }
}
