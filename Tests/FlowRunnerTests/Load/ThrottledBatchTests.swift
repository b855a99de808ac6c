import Testing

@testable import FlowHarness
@testable import FlowRunner

struct ThrottledBatchTests {
  @Test func `slow elements are passed on immediately`() {
    let batch = ThrottledBatch<Int>()
    #expect(batch.add(1, nowNs: 5) == [1])
    #expect(batch.add(2, nowNs: 1_000_000_005) == [2])
    #expect(batch.rest().isEmpty)
  }

  @Test func `fast elements are passed on together and in order`() {
    let batch = ThrottledBatch<Int>()
    var passed: [[Int]] = []
    for number in 0..<1000 {
      let now = batch.add(number, nowNs: UInt64(number) * 1_000_000)
      if !now.isEmpty { passed.append(now) }
    }
    passed.append(batch.rest())
    #expect(passed.map(\.count) == [1, 250, 250, 250, 249])
    #expect(passed.flatMap { $0 } == Array(0..<1000))
  }
}
