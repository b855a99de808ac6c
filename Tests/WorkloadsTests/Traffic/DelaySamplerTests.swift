import Foundation
import Testing
import Workloads

@Suite struct DelaySamplerTests {
  func draws(_ delay: Delay, count: Int, seed: UInt64 = 7) throws -> [UInt64] {
    let sampler = try DelaySampler(delay)
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in sampler.nextNs(using: &random) }
  }

  @Test(
    arguments: [
      .constant(ns: 5_000_000), .uniform(fromNs: 1_000_000, toNs: 5_000_000),
      .uniform(fromNs: 3, toNs: 7), .exponential(meanNs: 10_000_000),
      .logNormal(medianNs: 10_000_000, sigma: 0.5),
      .logNormal(medianNs: 10_000_000, sigma: 0),
    ] as [Delay])
  func `drawn delays have the mean and the variance of the delay`(delay: Delay) throws {
    let count = 200_000.0
    let draws = try draws(delay, count: Int(count)).map { Double($0) }
    let mean = draws.reduce(0, +) / count
    let variance = draws.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / count
    let expected = try #require(delay.meanNs)
    let spread = try #require(delay.varianceNs)
    // Five standard errors of the mean, and the wider margin of a skewed variance.
    #expect(abs(mean - expected) <= 5 * (spread / count).squareRoot())
    #expect(abs(variance - spread) <= 0.04 * spread)
  }

  /// The largest distance between the draws' distribution and `cumulative`, over what it exceeds
  /// once in a thousand tries: 1.95 / √n (Kolmogorov's limit).
  func distance(_ draws: [UInt64], _ cumulative: (Double) -> Double) -> Double {
    let count = Double(draws.count)
    let distances = draws.sorted().enumerated().map { index, ns in
      let share = cumulative(Double(ns))
      return max(abs(share - Double(index) / count), abs(share - Double(index + 1) / count))
    }
    return (distances.max() ?? 1) * count.squareRoot() / 1.95
  }

  @Test func `exponential delays follow their law`() throws {
    let draws = try draws(.exponential(meanNs: 10_000_000), count: 100_000)
    #expect(distance(draws) { 1 - Foundation.exp(-$0 / 1e7) } < 1)
    #expect(distance(draws) { 1 - Foundation.exp(-$0 / 1.02e7) } > 1)
  }

  @Test func `the logarithm of log-normal delays is normal`() throws {
    let draws = try draws(.logNormal(medianNs: 10_000_000, sigma: 0.5), count: 100_000)
    let law = { Foundation.erfc(-Foundation.log($0 / 1e7) / 0.5 / 2.0.squareRoot()) / 2 }
    #expect(distance(draws, law) < 1)
  }

  @Test func `uniform delays reach both bounds and nothing beyond`() throws {
    #expect(Set(try draws(.uniform(fromNs: 3, toNs: 7), count: 1000)) == [3, 4, 5, 6, 7])
    let wide = try draws(.uniform(fromNs: 0, toNs: 8_640_000_000_000_000), count: 10_000)
    #expect(try #require(wide.max()) > 8_600_000_000_000_000)
  }

  @Test(arguments: ["0s", "1ns"]) func `a delay can be zero`(text: String) throws {
    for form in ["constant:\(text)", "exponential:\(text)", "log-normal:\(text):1"] {
      #expect(try draws(Delay(parsing: form), count: 100).allSatisfy { $0 < 100 })
    }
  }

  @Test(arguments: [
    ("constant:0s", true), ("uniform:0s:0s", true), ("exponential:0s", true),
    ("log-normal:0s:1", true), ("constant:1ns", false),
    ("uniform:0s:1ns", false), ("exponential:1ns", false),
    ("log-normal:1ns:0", false),
  ])
  func `a sampler knows delays that are always 0`(
    delay: (text: String, isAlwaysZero: Bool)
  ) throws {
    let parsed = try Delay(parsing: delay.text)
    #expect(try DelaySampler(parsed).isAlwaysZero == delay.isAlwaysZero)
    #expect(try draws(parsed, count: 100).allSatisfy { $0 == 0 } == delay.isAlwaysZero)
  }

  @Test func `every length costs one draw, a constant none`() throws {
    for (_, delay) in Delay.forms {
      guard let delay else { continue }
      let sampler = try DelaySampler(delay)
      var random = SplitMix64(seed: 3)
      var other = random
      _ = sampler.nextNs(using: &random)
      if delay.name != "constant" { _ = other.next() }
      #expect(random.next() == other.next())
    }
  }

  @Test func `gives the same delays on every platform`() throws {
    let first = try Delay.forms.compactMap { $0.default }.map { try draws($0, count: 2) }
    #expect(
      first == [
        [5_000_000, 5_000_000], [2_559_319, 1_067_153], [9_420_452, 40_870_734],
        [8_694_613, 3_455_700],
      ])
    var digest = Digest()
    for (_, delay) in Delay.forms {
      guard let delay else { continue }
      for ns in try draws(delay, count: 10_000) { digest.combine(ns) }
    }
    #expect(digest.value == 9_520_333_922_254_836_841)
  }
}
