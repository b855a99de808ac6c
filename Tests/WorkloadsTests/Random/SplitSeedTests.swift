import Testing
import Workloads

@Suite struct SplitSeedTests {
  @Test func `split seeds are the same on every platform`() {
    #expect(splitSeed(0, "") == 11_125_624_751_942_975_174)
    #expect(splitSeed(1, "slots") == 375_950_449_923_774_488)
    #expect(splitSeed(1, "actions") == 6_153_813_567_629_183_427)
  }

  @Test func `neighbouring seeds and labels have different split seeds`() {
    var seeds = Set<UInt64>()
    for seed in 0..<1000 as Range<UInt64> {
      for label in 0..<20 { seeds.insert(splitSeed(seed, "scenario-\(label)")) }
    }
    #expect(seeds.count == 20_000)
  }
}
