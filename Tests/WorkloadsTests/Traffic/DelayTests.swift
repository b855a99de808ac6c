import Foundation
import Testing
import Workloads

@Suite struct DelayTests {
  @Test(
    arguments: [
      ("constant", .constant(ns: 5_000_000)), ("constant:0s", .constant(ns: 0)),
      ("uniform", .uniform(fromNs: 1_000_000, toNs: 5_000_000)),
      ("uniform:2us:2us", .uniform(fromNs: 2000, toNs: 2000)),
      ("exponential", .exponential(meanNs: 10_000_000)),
      ("exponential:2.5s", .exponential(meanNs: 2_500_000_000)),
      ("log-normal", .logNormal(medianNs: 10_000_000, sigma: 0.5)),
      ("log-normal:1h:4", .logNormal(medianNs: 3_600_000_000_000, sigma: 4)),
      ("measured:a.csv", .measured(path: "a.csv")),
      ("measured:C:/a:b.csv", .measured(path: "C:/a:b.csv")),
    ] as [(String, Delay)])
  func `text forms are parsed, and the description is one of them`(
    text: String, expected: Delay
  ) throws {
    let parsed = try Delay(parsing: text)
    #expect(parsed == expected)
    #expect(try Delay(parsing: "\(parsed)") == parsed)
    let coded = try JSONEncoder().encode([parsed])
    #expect(try JSONDecoder().decode([Delay].self, from: coded) == [parsed])
  }

  @Test(arguments: [
    "", "5ms", "constant:", "constant:5", "constant:5ms:6ms", "uniform:1ms", "uniform:1ms:2",
    "normal:1ms:2ms", "log-normal:1ms:x", "log-normal:1s:nan", "log-normal:1s:0x1",
    "log-normal:1:0.5", "Exponential",
    "measured", "measured:",
  ])
  func `other texts are refused with the forms there are`(text: String) {
    let error = #expect(throws: DelayError.self) { try Delay(parsing: text) }
    #expect(error == .unknownForm(text))
    #expect(
      error?.description
        == "no delay is written '\(text)'; choose one of constant[:TIME], uniform[:FROM:TO], "
        + "exponential[:MEAN], log-normal[:MEDIAN:SIGMA], measured:FILE, "
        + "times like 5ms or 2.5s")
  }

  @Test(arguments: [
    ("constant:101d", "the delay must be 0 to 100d, got 101d"),
    ("uniform:101d:1d", "the shortest delay must be 0 to 100d, got 101d"),
    ("uniform:1d:101d", "the longest delay must be 0 to 100d, got 101d"),
    ("uniform:5ms:1ms", "the longest delay must be at least the shortest, 5ms, got 1ms"),
    ("exponential:101d", "the mean must be 0 to 100d, got 101d"),
    ("log-normal:101d:1", "the median must be 0 to 100d, got 101d"),
    ("log-normal:1s:4.5", "the sigma must be 0.0 to 4.0, got 4.5"),
  ])
  func `values out of range are refused with the range`(text: String, message: String) {
    let error = #expect(throws: DelayError.self) { try Delay(parsing: text) }
    #expect(error?.description == message)
  }

  @Test func `a sampler refuses what cannot be written`() {
    let error = #expect(throws: DelayError.self) {
      try DelaySampler(.uniform(fromNs: 2, toNs: 1))
    }
    #expect(error?.description == "the longest delay must be at least the shortest, 2ns, got 1ns")
  }

  @Test func `only delays from a file have an unknown mean and variance`() {
    for (_, delay) in Delay.forms {
      guard let delay else { continue }
      #expect(delay.meanNs != nil && delay.varianceNs != nil)
    }
    #expect(Delay.measured(path: "a").meanNs == nil && Delay.measured(path: "a").varianceNs == nil)
  }
}
