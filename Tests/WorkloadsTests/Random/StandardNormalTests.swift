import Foundation
import Testing
import Workloads

@Suite struct StandardNormalTests {
  @Test func `the quantile is the inverse of the share below`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      let p = Foundation.exp(-random.unit() * 600)
      guard p > 0, p < 1 else { continue }
      let z = StandardNormal.quantile(p)
      #expect(abs(Foundation.erfc(-z / 2.0.squareRoot()) / 2 / p - 1) < 1e-12)
    }
  }

  @Test func `quantiles are symmetric`() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<20_000 {
      let distance = Double(random.below(1 << 31)) * 0x1p-32
      #expect(StandardNormal.quantile(0.5 - distance) == -StandardNormal.quantile(0.5 + distance))
    }
  }

  @Test func `quantiles are those of tables`() {
    #expect(StandardNormal.quantile(0.5) == 0)
    #expect(abs(StandardNormal.quantile(0.975) - 1.959_963_984_540_054) < 1e-15)
    #expect(abs(StandardNormal.quantile(0.999) - 3.090_232_306_167_813) < 1e-15)
    #expect(abs(StandardNormal.quantile(1e-20) + 9.262_340_089_798_408) < 1e-14)
  }
}
