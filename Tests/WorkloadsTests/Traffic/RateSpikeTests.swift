import Testing
import Workloads

/// The spikes and stages of a profile.
struct RateSpikeTests {
  private static let second: UInt64 = 1_000_000_000

  private func profile(_ stages: String...) throws -> RateProfile {
    try RateProfile(try stages.map { try RateSegment(parsing: $0) })
  }

  private func shaped(_ shape: LoadShape) throws -> RateProfile {
    try shape.profile(rate: 1000, durationNs: 10 * Self.second)
  }

  @Test func `stages with one rate before and after a higher one are a spike`() throws {
    let spike = try #require(try profile("10s@1000", "2s@50000", "10s@1000").spike)
    #expect(spike.baseRate == 1000)
    #expect(spike.startNs == 10 * Self.second && spike.endNs == 12 * Self.second)
    let wide = try profile("10s@1000", "1s@1000..5000", "1s@9000", "1s@5000..1000", "5s@1000")
    #expect(wide.spike?.startNs == 10 * Self.second && wide.spike?.endNs == 13 * Self.second)
  }

  @Test func `the shapes spike and peak have one, the others have none`() throws {
    let spike = try #require(try shaped(.spike(factor: 5, share: 0.1)).spike)
    #expect(spike.startNs == 3 * Self.second && spike.endNs == 4 * Self.second)
    let peak = try #require(try shaped(.peak(factor: 5)).spike)
    #expect(peak.startNs == 4 * Self.second && peak.endNs == 6 * Self.second)
    let others: [LoadShape] = [
      .steady, .ramp(fromShare: 0.1), .steps(count: 4), .stairs(count: 3), .stairs(count: 1),
      .bursts(onNs: Self.second, offNs: Self.second),
      // As high as what is around it.
      .spike(factor: 1, share: 0.1), .peak(factor: 1),
    ]
    for shape in others { #expect(try shaped(shape).spike == nil, "\(shape)") }
  }

  @Test(arguments: [
    // Another rate after it, none before it, a lower one between, two of them, nothing around it.
    ["10s@1000", "2s@5000", "10s@1001"], ["2s@5000", "10s@1000"], ["5s@1000", "5s@500", "5s@1000"],
    ["5s@1000", "1s@5000", "5s@1000", "1s@5000", "5s@1000"], ["5s@0", "1s@10", "5s@0"],
    ["5s@1000..1001", "1s@9000", "5s@1000"], ["5s@1000", "1s@9000", "1s@900..2000", "5s@1000"],
  ])
  func `other stages are no spike`(stages: [String]) throws {
    #expect(try RateProfile(try stages.map { try RateSegment(parsing: $0) }).spike == nil)
  }

  @Test func `rates are met again after a higher one, each with the last time before it`() throws {
    #expect(
      try shaped(.stairs(count: 3)).returns.map { [$0.up, $0.down] } == [[1, 3], [0, 4]])
    #expect(
      try profile("1s@10", "1s@50", "1s@10", "1s@50", "1s@10").returns.map { [$0.up, $0.down] }
        == [[0, 2], [2, 4]])
    // A ramp exceeds what it ends above; a lower rate between is no way down.
    #expect(
      try profile("1s@10", "1s@10..20", "1s@10").returns.map { [$0.up, $0.down] } == [[0, 2]])
    #expect(try profile("1s@10", "1s@5", "1s@10").returns.isEmpty)
    #expect(try shaped(.bursts(onNs: Self.second, offNs: Self.second)).returns.isEmpty)
  }
}
