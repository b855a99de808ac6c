import Testing
import Workloads

@Suite struct DigestTests {
  func value(_ feed: (inout Digest) -> Void) -> UInt64 {
    var digest = Digest()
    feed(&digest)
    return digest.value
  }

  @Test func `digests are the same on every platform`() {
    #expect(value { _ in } == 17_665_956_581_633_026_203)
    #expect(value { $0.combine(1 as Int) } == 10_491_523_719_450_732_836)
    #expect(value { $0.combine("flow") } == 16_433_846_565_263_161_793)
    #expect(value { $0.combine("naïve café") } == 100_654_796_795_040_308)
    #expect(value { $0.combine(0.1) } == 4_769_202_980_199_262_204)
  }

  @Test func `a digest depends on the order and on the ends of strings`() {
    #expect(
      value {
        $0.combine("ab"); $0.combine("c")
      }
        != value {
          $0.combine("a"); $0.combine("bc")
        })
    #expect(
      value {
        $0.combine(1 as Int); $0.combine(2 as Int)
      }
        != value {
          $0.combine(2 as Int); $0.combine(1 as Int)
        })
    #expect(value { $0.combine("") } != value { _ in })
  }

  @Test func `a digest depends on every bit`() {
    var seen: Set<UInt64> = [value { $0.combine(0 as UInt64) }]
    for bit in 0..<64 { seen.insert(value { $0.combine(1 << UInt64(bit) as UInt64) }) }
    #expect(seen.count == 65)
  }
}
