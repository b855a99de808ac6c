import Testing

@testable import FlowHarness
@testable import FlowRunner

struct ThrottledBatchTests {
  @Test func `what comes slowly is passed on at once`() {
    let batch = ThrottledBatch<Int>()
    #expect(batch.add(1, nowNs: 5) == [1])
    #expect(batch.add(2, nowNs: 1_000_000_005) == [2])
    #expect(batch.rest().isEmpty)
  }

  @Test func `what comes fast is passed on together, in order, and nothing is kept back`() {
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
