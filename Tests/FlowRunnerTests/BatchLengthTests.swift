import Testing

@testable import FlowRunner

struct BatchLengthTests {
  @Test(
    arguments: [
      // Slow actions: the clock would do with a few, what the ends disturb needs a millisecond.
      (16, 117_000, false), (128, 937_000, false), (137, 1_000_000, true),
      // Fast ones: thousands are enough, once the clock is.
      (4096, 82_000, true), (4095, 82_000, false), (4096, 2_000, false), (65_536, 30_000, true),
      (65_536, 29_999, false),
    ] as [(Int, UInt64, Bool)])
  func `a batch is long enough for the clock and for what its ends disturb`(
    actions: Int, ns: UInt64, isReached: Bool
  ) {
    #expect(BatchLength(clockNs: 30_000).isReached(actions: actions, ns: ns) == isReached)
  }
}
