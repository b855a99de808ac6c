import Testing
import Workloads

@Suite struct RateSegmentTests {
  @Test(
    arguments: [
      ("1000:10s", RateSegment(durationNs: 10_000_000_000, rate: 1000)),
      ("1000..50000:10s", RateSegment(durationNs: 10_000_000_000, fromRate: 1000, toRate: 50000)),
      ("0..1e6:2.5ms", RateSegment(durationNs: 2_500_000, fromRate: 0, toRate: 1e6)),
      ("0.5:1h", RateSegment(durationNs: 3_600_000_000_000, rate: 0.5)),
      ("5..0:1s", RateSegment(durationNs: 1_000_000_000, fromRate: 5, toRate: 0)),
    ])
  func `a stage is one rate or two, and a duration`(text: String, expected: RateSegment) throws {
    #expect(try RateSegment(parsing: text) == expected)
  }

  @Test(arguments: [
    "", "10s", "1000:", ":10s", "1000:10", "1000..:10s", "..5:10s", "1..2..3:10s", "x:10s",
    "1:2:10s", "1000 :10s", "nan:1s", "0..inf:1s", "0x10:1s", "10s@1000",
  ])
  func `other texts are refused with how to write it`(text: String) {
    let error = #expect(throws: RateError.self) { try RateSegment(parsing: text) }
    #expect(
      error?.description
        == "no stage is written '\(text)'; write RATE:DURATION or RATE..RATE:DURATION, like "
        + "1000:10s or 1000..50000:10s")
  }

  @Test(arguments: [
    ("1:0s", "the duration must be above 0 and at most 100d, got 0s"),
    ("1:101d", "the duration must be above 0 and at most 100d, got 101d"),
    ("-1:1s", "the rate must be 0 to 1000000000 a second, got -1.0"),
    ("1..2e9:1s", "the rate must be 0 to 1000000000 a second, got 2000000000.0"),
  ])
  func `values out of range are refused with the range`(text: String, message: String) {
    let error = #expect(throws: RateError.self) { try RateSegment(parsing: text) }
    #expect(error?.description == message)
  }
}
