import Testing
import Workloads

@Suite struct RateSegmentTests {
  @Test(
    arguments: [
      ("10s@1000", RateSegment(durationNs: 10_000_000_000, rate: 1000)),
      ("10s@1000..50000", RateSegment(durationNs: 10_000_000_000, fromRate: 1000, toRate: 50000)),
      ("2.5ms@0..1e6", RateSegment(durationNs: 2_500_000, fromRate: 0, toRate: 1e6)),
      ("1h@0.5", RateSegment(durationNs: 3_600_000_000_000, rate: 0.5)),
      ("1s@5..0", RateSegment(durationNs: 1_000_000_000, fromRate: 5, toRate: 0)),
    ])
  func `a stage is a duration and one rate or two`(text: String, expected: RateSegment) throws {
    let parsed = try RateSegment(parsing: text)
    #expect(parsed == expected)
    #expect(try RateSegment(parsing: "\(parsed)") == parsed)
  }

  @Test(arguments: [
    "", "10s", "@1000", "10s@", "10@1000", "10s@1000..", "10s@..5", "10s@1..2..3", "10s@x",
    "10s@1@2",
    "10s @1000", "1s@nan", "1s@0..inf", "1s@0x10",
  ])
  func `other texts are refused with how to write it`(text: String) {
    let error = #expect(throws: RateError.self) { try RateSegment(parsing: text) }
    #expect(
      error?.description
        == "no stage is written '\(text)'; write DURATION@RATE or DURATION@RATE..RATE, like "
        + "10s@1000 or 10s@1000..50000")
  }

  @Test(arguments: [
    ("0s@1", "the duration must be above 0 and at most 100d, got 0s"),
    ("101d@1", "the duration must be above 0 and at most 100d, got 101d"),
    ("1s@-1", "the rate must be 0 to 1000000000 a second, got -1.0"),
    ("1s@1..2e9", "the rate must be 0 to 1000000000 a second, got 2000000000.0"),
  ])
  func `values out of range are refused with the range`(text: String, message: String) {
    let error = #expect(throws: RateError.self) { try RateSegment(parsing: text) }
    #expect(error?.description == message)
  }
}
