import Testing
import Workloads

@Suite struct SplitMix64Tests {
  @Test func `the seed 1234567 has the published numbers`() {
    var random = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect(expected.map { _ in random.next() } == expected)
  }

  @Test func `the seed 0 has the published numbers`() {
    var random = SplitMix64(seed: 0)
    let expected: [UInt64] = [
      16_294_208_416_658_607_535, 7_960_286_522_194_355_700, 487_617_019_471_545_679,
    ]
    #expect(expected.map { _ in random.next() } == expected)
  }

  @Test(arguments: [1, 2, 3, 7, 1000]) func `stays below its bound and reaches every number`(
    bound: Int
  ) {
    var random = SplitMix64(seed: 5)
    var seen = Set<Int>()
    for _ in 0..<bound * 20 { seen.insert(random.below(bound)) }
    #expect(seen == Set(0..<bound))
  }

  @Test(
    arguments: [
      (1, 2), (0, .max), (splitSeed(7, "slots"), splitSeed(7, "actions")),
      (splitSeed(7, "slots"), splitSeed(8, "slots")),
    ] as [(UInt64, UInt64)])
  func `streams of two seeds do not correlate`(first: UInt64, second: UInt64) {
    let count = 100_000
    var one = SplitMix64(seed: first)
    var other = SplitMix64(seed: second)
    var sum = 0.0
    for _ in 0..<count { sum += (one.unit() - 0.5) * (other.unit() - 0.5) }
    // The variance of a uniform number is 1/12; four standard errors.
    let correlation = sum / Double(count) * 12
    #expect(abs(correlation) < 4 / Double(count).squareRoot())
  }
}
