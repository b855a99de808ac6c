import Foundation
import Measurement
import Testing

struct RatioIntervalTests {
  private typealias Estimate = RatioInterval.Estimate

  @Test func `distances are added as squares on the scale of logarithms`() throws {
    let e = exp(1.0)
    // 3 and 4 to one side are 5; 6 and 8 to the other are 10.
    let upper = Estimate(value: 1, low: exp(-0.3), high: exp(0.6))
    let lower = Estimate(value: e, low: e * exp(-0.8), high: e * exp(0.4))
    let ratio = try #require(RatioInterval(upper, over: lower))
    #expect(abs(ratio.low - exp(-1 - 0.5)) < 1e-12)
    #expect(abs(ratio.high - exp(-1 + 1.0)) < 1e-12)
  }

  @Test func `an exact divisor leaves the interval as it is`() throws {
    let ratio = try #require(
      RatioInterval(
        Estimate(value: 30, low: 20, high: 60), over: Estimate(value: 10, low: 10, high: 10)))
    #expect(abs(ratio.low - 2) < 1e-12 && abs(ratio.high - 6) < 1e-12)
  }

  @Test func `what is not around its value has none`() {
    let one = Estimate(value: 1, low: 1, high: 1)
    for broken in [
      Estimate(value: 1, low: 0, high: 2), Estimate(value: 1, low: 1.1, high: 2),
      Estimate(value: 3, low: 1, high: 2), Estimate(value: 1, low: 1, high: .infinity),
    ] {
      #expect(RatioInterval(broken, over: one) == nil)
      #expect(RatioInterval(one, over: broken) == nil)
    }
  }
}
