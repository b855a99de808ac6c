import Foundation
import Testing
import Workloads

@Suite struct PortableMathTests {
  @Test func `portable functions agree with the C library to a few units in the last place`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      let x = Foundation.exp(random.unit() * 200 - 100)
      let log = Foundation.log(x)
      #expect(abs(PortableMath.log(x) - log) <= 2 * log.ulp)
      let y = random.unit() * 1000 - 500
      let exp = Foundation.exp(y)
      #expect(abs(PortableMath.exp(y) - exp) <= 4 * exp.ulp)
    }
  }

  @Test func `exact values are exact`() {
    #expect(PortableMath.log(1) == 0)
    #expect(PortableMath.exp(0) == 1)
  }

  @Test func `results are the same on every platform`() {
    var digest = Digest()
    for k in 1...1000 {
      digest.combine(PortableMath.log(Double(k)))
      digest.combine(PortableMath.exp(-1.2 * PortableMath.log(Double(k))))
    }
    #expect(digest.value == 7_943_228_053_321_736_274)
  }
}
