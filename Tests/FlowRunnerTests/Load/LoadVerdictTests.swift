import Testing

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// Thresholds are decided by how far a number may be off.
struct LoadVerdictTests {
  private func row(_ p99Ms: Double?, _ low: Double? = nil, _ high: Double? = nil) -> LoadRow {
    var row = LoadRow()
    row.response.p99Ns = p99Ms.map { $0 * 1e6 }
    row.response.p99 = .init(lowNs: low.map { $0 * 1e6 }, highNs: high.map { $0 * 1e6 })
    row.dropped = 0
    return row
  }

  private func verdict(_ text: String, _ rows: LoadRow...) throws -> LoadVerdict {
    try LoadThreshold(parsing: text).verdict(of: rows)
  }

  @Test func `one process is judged by its interval`() throws {
    #expect(try verdict("response_p99<5ms", row(4, 3.9, 4.9)) == .holds)
    #expect(try verdict("response_p99<5ms", row(4, 3.9, 5)) == .inconclusive)
    #expect(try verdict("response_p99<=5ms", row(4, 3.9, 5)) == .holds)
    #expect(try verdict("response_p99<5ms", row(6, 5, 7)) == .broken)
    #expect(try verdict("response_p99>5ms", row(6, 5.1, 7)) == .holds)
    #expect(try verdict("response_p99>5ms", row(6, 4.9, 7)) == .inconclusive)
  }

  @Test func `a number without an interval is judged itself`() throws {
    #expect(try verdict("response_p99<5ms", row(4.9)) == .holds)
    #expect(try verdict("response_p99<5ms", row(5)) == .broken)
    #expect(try verdict("response_p99<5ms", row(nil)) == .notMeasured)
    // The mean has no interval, and a count needs none.
    #expect(try verdict("dropped_total==0", row(4, 3, 9)) == .holds)
  }

  @Test func `several processes are judged by their scatter, not by their own intervals`()
    throws
  {
    let narrow = [4.0, 4.1, 3.9, 4.05].map { row($0, $0 * 0.999, $0 * 1.001) }
    let threshold = try LoadThreshold(parsing: "response_p99<5ms")
    #expect(threshold.verdict(of: narrow) == .holds)
    #expect(threshold.verdict(of: [row(3, 2.9, 3.1), row(4.9, 4.8, 4.95)]) == .inconclusive)
    #expect(threshold.verdict(of: [row(8, 7, 9), row(8.1, 7, 9), row(8.05, 7, 9)]) == .broken)
    #expect(threshold.verdict(of: [row(4, 3, 4.5), row(nil)]) == .notMeasured)
  }

  private func row(_ p99Ms: Double, trusted: Double?) -> LoadRow {
    var row = row(p99Ms, p99Ms * 0.99, p99Ms * 1.01)
    row.quality.trustedPercentile = trusted
    return row
  }

  @Test(arguments: ["response_p99<5ms", "response_p99>5ms"], [2.0, 9])
  func `a load without a trusted percentile decides nothing`(text: String, p99Ms: Double) throws {
    let disturbed = row(p99Ms, trusted: LoadQuality.noPercentile)
    #expect(try verdict(text, disturbed) == .disturbed)
    #expect(try verdict(text, disturbed, disturbed, disturbed) == .disturbed)
    // A delay of less than a tenth of the limit does not matter, and one of a tenth does.
    var early = disturbed
    early.generatorDelay.p99Ns = 499_999
    #expect(
      try verdict(text, early) == (p99Ms < 5 ? (text.contains("<") ? .holds : .broken) : .disturbed)
    )
    early.generatorDelay.p99Ns = 500_001
    #expect(try verdict(text, early) == .disturbed)
    // A service that is too long makes the response too long.
    var slow = disturbed
    (slow.service.p99Ns, slow.completed) = (6e6, 100_000)
    #expect(try verdict(text, slow) == (text.contains("<") ? .broken : .holds))
    slow.quality.pausedActions = 1000
    #expect(try verdict(text, slow) == .disturbed)
    // An undisturbed process decides; unknown disturbances do not count.
    #expect(try verdict(text, disturbed, row(p99Ms, trusted: 99)) != .disturbed)
    #expect(try verdict(text, row(p99Ms, trusted: nil)) != .disturbed)
    // Counts are not disturbed, and neither are service times.
    #expect(try verdict("dropped_total==0", disturbed) == .holds)
    #expect(try verdict("service_p99<5ms", disturbed) == .notMeasured)
  }

  @Test func `a percentile above the trusted one is an upper limit of the undisturbed time`()
    throws
  {
    #expect(try verdict("response_p99<5ms", row(4, trusted: 50)) == .holds)
    #expect(try verdict("response_p99<5ms", row(6, trusted: 50)) == .disturbed)
    #expect(try verdict("response_p99>5ms", row(6, trusted: 50)) == .disturbed)
    #expect(try verdict("response_p99>5ms", row(4, trusted: 50)) == .broken)
    #expect(try verdict("response_p99<5ms", row(6, trusted: 99)) == .broken)
    // The undisturbed processes decide.
    let (quiet, disturbed) = (row(4, trusted: 99.9), row(60, trusted: 50))
    #expect(try verdict("response_p99<5ms", quiet, disturbed) == .holds)
    #expect(
      try verdict("response_p99<5ms", disturbed, row(6, trusted: 99), row(6.01, trusted: 99))
        == .broken)
    let text = try LoadThreshold(parsing: "response_p99<5ms").found(in: [disturbed])
    #expect(text.hasPrefix("60ms, of which a tenth or more is the generator's delay or pauses"))
  }

  @Test func `an interval beyond the longest time, or below 0, is written`() throws {
    let threshold = try LoadThreshold(parsing: "response_p99<18446744073709551615ns")
    let far = [row(1e-3), row(1e12)]
    #expect(threshold.verdict(of: far) == .inconclusive)
    let text = threshold.found(in: far)
    #expect(text.hasSuffix("to more than 18446744073s)"), "\(text)")
    #expect(threshold.description.hasPrefix("response_p99_ns<"))
    #expect(threshold.found(in: [row(0), row(4)]).contains("(0s to "))
  }

  @Test func `a count must hold in each process`() throws {
    var dropped = row(4)
    dropped.dropped = 1
    #expect(try verdict("dropped_total==0", row(4), row(4)) == .holds)
    #expect(try verdict("dropped_total==0", row(4), dropped) == .broken)
  }

  @Test func `the value is reported with its interval`() throws {
    let threshold = try LoadThreshold(parsing: "response_p99<5ms")
    #expect(threshold.found(in: [row(4, 3, 6)]) == "4ms (3ms to 6ms)")
    #expect(threshold.found(in: [row(4)]) == "4ms")
    var overloaded = row(nil)
    overloaded.quality.steadiness = LoadQuality.overloaded
    #expect(threshold.found(in: [overloaded]) == "overloaded")
    #expect(threshold.found(in: [row(nil)]) == "not measured")
  }

  @MainActor
  @Test func `a load that did not end has no counts, and one that is invalid keeps its counts`() {
    let reason = "a worker still waits for the end of its action"
    #expect(LoadRoundJob.counted(.finished(.void(reason))) == .failed(reason: reason))
    var invalid = LoadOutcome(
      result: LoadResult(completed: 7, dropped: 0, abandoned: 0, endedNs: 1), digest: 0)
    invalid.void("wrong digest")
    #expect(LoadRoundJob.counted(.finished(invalid)) == .finished(invalid))
  }
}
