import Foundation
import Testing
import Workloads

@Suite struct LoadShapeTests {
  static let second: UInt64 = 1_000_000_000

  @Test(
    arguments: [
      ("steady", .steady), ("ramp", .ramp(fromShare: 0)), ("ramp:0.25", .ramp(fromShare: 0.25)),
      ("steps", .steps(count: 5)), ("steps:10", .steps(count: 10)), ("peak", .peak(factor: 5)),
      ("peak:2", .peak(factor: 2)), ("bursts", .bursts(onNs: second / 10, offNs: second / 10 * 9)),
      ("stairs", .stairs(count: 3)), ("stairs:5", .stairs(count: 5)),
      ("spike", .spike(factor: 10, share: 0.05)), ("spike:4:0.1", .spike(factor: 4, share: 0.1)),
      ("bursts:5ms:2.5s", .bursts(onNs: 5_000_000, offNs: 2_500_000_000)),
    ] as [(String, LoadShape)])
  func `text forms are parsed, and the description is one of them`(
    text: String, expected: LoadShape
  ) throws {
    let parsed = try LoadShape(parsing: text)
    #expect(parsed == expected)
    #expect(try LoadShape(parsing: "\(parsed)") == parsed)
    let coded = try JSONEncoder().encode([parsed])
    #expect(try JSONDecoder().decode([LoadShape].self, from: coded) == [parsed])
  }

  @Test(arguments: [
    "", "flat", "steady:1", "ramp:", "ramp:a", "steps:1.5", "peak:2:3", "bursts:1s",
    "stairs:x", "spike:5", "spike:5:a",
  ])
  func `other texts are refused with the forms there are`(text: String) {
    let error = #expect(throws: RateError.self) { try LoadShape(parsing: text) }
    #expect(
      error?.description
        == "no load shape is written '\(text)'; choose one of steady, ramp[:FROM-SHARE], "
        + "steps[:COUNT], stairs[:COUNT], peak[:FACTOR], spike[:FACTOR:SHARE], bursts[:ON:OFF]")
  }

  @Test(arguments: [
    ("ramp:1.5", "the share to start from must be 0.0 to 1.0, got 1.5"),
    ("steps:0", "the number of steps must be 1 to 1000, got 0"),
    ("peak:0.5", "the factor of the peak must be 1.0 to 1000.0, got 0.5"),
    ("stairs:33", "the number of stairs must be 1 to 32, got 33"),
    ("spike:0.5:0.1", "the factor of the spike must be 1.0 to 1000.0, got 0.5"),
    ("spike:5:0.7", "the share of the spike must be 0.001 to 0.6, got 0.7"),
    ("bursts:0s:1s", "the time on must be above 0 and at most 100d, got 0s"),
    ("bursts:1s:101d", "the time off must be above 0 and at most 100d, got 101d"),
  ])
  func `values out of range are refused with the range`(text: String, message: String) {
    let error = #expect(throws: RateError.self) { try LoadShape(parsing: text) }
    #expect(error?.description == message)
  }

  @Test(
    arguments: [
      ("steady", 0, 1e6, "the duration must be above 0 and at most 100d, got 0s"),
      ("steady", second, 2e9, "the rate must be 0 to 1000000000 a second, got 2000000000.0"),
      ("peak:10", second, 2e8, "the rate must be 0 to 1000000000 a second, got 2000000000.0"),
      (
        "bursts:1us:1us", 10 * second, 1,
        "the number of bursts must be at most 1000000, got 5000000"
      ),
      ("ramp", second, 1, "a rate profile must expect at least 1 arrival, got 0.5"),
    ] as [(String, UInt64, Double, String)])
  func `an impossible profile is refused`(
    text: String, durationNs: UInt64, rate: Double, message: String
  ) throws {
    let shape = try LoadShape(parsing: text)
    let error = #expect(throws: RateError.self) {
      try shape.profile(rate: rate, durationNs: durationNs)
    }
    #expect(error?.description == message)
  }

  func rates(_ shape: LoadShape, durationNs: UInt64 = second) throws -> [String] {
    try shape.profile(rate: 1000, durationNs: durationNs).segments.map { "\($0)" }
  }

  @Test func `each shape has its segments`() throws {
    #expect(try rates(.steady) == ["1s@1000.0"])
    #expect(try rates(.ramp(fromShare: 0.25)) == ["1s@250.0..1000.0"])
    #expect(try rates(.ramp(fromShare: 1)) == ["1s@1000.0"])
    #expect(try rates(.steps(count: 2)) == ["500ms@500.0", "500ms@1000.0"])
    #expect(
      try rates(.peak(factor: 5)) == [
        "400ms@1000.0", "100ms@1000.0..5000.0", "100ms@5000.0..1000.0", "400ms@1000.0",
      ])
    #expect(try rates(.stairs(count: 1)) == ["1s@1000.0"])
    #expect(
      try rates(.stairs(count: 3), durationNs: 5 * Self.second).map { $0.prefix(7) } == [
        "1s@333.", "1s@666.", "1s@1000", "1s@666.", "1s@333.",
      ])
    #expect(
      try rates(.spike(factor: 4, share: 0.1)) == ["300ms@1000.0", "100ms@4000.0", "600ms@1000.0"])
    let bursts = LoadShape.bursts(onNs: 100_000_000, offNs: 300_000_000)
    #expect(
      try rates(bursts) == [
        "100ms@4000.0", "300ms@0.0", "100ms@4000.0", "300ms@0.0", "100ms@4000.0", "100ms@0.0",
      ])
    #expect(try rates(bursts, durationNs: 50_000_000) == ["50ms@4000.0"])
  }

  @Test(arguments: LoadShape.forms.map { $0.default }, [1_000_000_007, 999_999_999_999])
  func `the segments make up the duration to the nanosecond`(
    shape: LoadShape, durationNs: UInt64
  ) throws {
    #expect(try shape.profile(rate: 1000, durationNs: durationNs).totalNs == durationNs)
  }
}
