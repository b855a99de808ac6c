import Testing
import Workloads

@Suite struct TimeTextTests {
  @Test(
    arguments: [
      ("10ns", 10), ("5us", 5000), ("5\u{b5}s", 5000), ("5\u{3bc}s", 5000), ("3ms", 3_000_000),
      ("2.5s", 2_500_000_000), ("4m", 240_000_000_000), ("1h", 3_600_000_000_000),
      ("2d", 172_800_000_000_000), ("0s", 0), ("0.1us", 100), ("1.50s", 1_500_000_000),
      ("0.00000000005m", 3), ("18446744073709551615ns", .max),
    ] as [(String, UInt64)])
  func `a number and a unit are a span`(text: String, ns: UInt64) {
    #expect(TimeText.parseNs(text) == ns)
  }

  @Test(arguments: [
    "", "5", "ms", "5 ms", "-5ms", "+5ms", "5e3ms", "5.ms", ".5ms", "1.2.3s", "5MS", "5sec",
    "0.5ns",
    "0.0000000001s", "18446744073709551616ns", "300000d", "5s ", "٥s", "5s\u{301}",
    "1.00000000000000001s",
  ])
  func `other texts are no time`(text: String) {
    #expect(TimeText.parseNs(text) == nil)
  }

  @Test(
    arguments: [
      (0, "0s"), (1, "1ns"), (999, "999ns"), (1500, "1.5us"), (5_000_000, "5ms"),
      (100_000_000, "100ms"), (2_500_000_000, "2.5s"), (90_000_000_000, "90s"),
      (60_000_000_000, "1m"), (3_600_000_000_000, "1h"), (86_400_000_000_000, "1d"),
      (1_000_000_001, "1.000000001s"), (.max, "18446744073.709551615s"),
      (5_400_000_000_000, "90m"), (129_600_000_000_000, "36h"), (61_500_000_000, "61.5s"),
    ] as [(UInt64, String)])
  func `the text is the shortest that is exact`(ns: UInt64, text: String) {
    #expect(TimeText.text(ns: ns) == text)
  }

  @Test func `every text is read as the span it was made from`() {
    var random = SplitMix64(seed: 1)
    for _ in 0..<20_000 {
      // Of all magnitudes, many of them round.
      var ns = random.next() >> UInt64(random.below(64))
      if random.below(2) == 0, ns > 1_000_000 { ns -= ns % 1_000_000 }
      #expect(TimeText.parseNs(TimeText.text(ns: ns)) == ns)
    }
  }
}
