import Testing
import Workloads

@testable import FlowHarness
@testable import FlowResults
@testable import FlowRunner

/// The division of a plan into shards.
@MainActor
struct ShardTests {
  @Test func `a part is written as the i-th of m`() throws {
    #expect(try Shard("2/7", option: "--shard") == Shard(index: 2, of: 7))
    #expect(try Shard("1/1", option: "--shard") == .whole)
    for text in ["0/4", "5/4", "4", "a/b", "1/0", "-1/2", "1/2/3", "", "/", "1/10001", "1 /2"] {
      #expect(throws: PlanError.self, "\(text)") { try Shard(text, option: "--shard") }
    }
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func `every job is in one shard, and a block is not divided`(count: Int) throws {
    let jobs = try ShardFixture(passes: [.timing, .counting]).plan.jobs
    let division = ShardDivision(jobs, count: count)
    let all = division.shards.joined().flatMap(\.jobs)
    #expect(all.count == jobs.count && Set(all) == Set(jobs.map(\.key)))
    let blocks = division.shards.joined().map(\.name)
    #expect(Set(blocks).count == blocks.count)
    #expect(division.shards.count == count)
    // The floor of a scenario, and all that is compared at one size, are in its block.
    let shardOf = division.shards.enumerated().reduce(into: [JobKey: Int]()) { shards, part in
      for job in part.element.flatMap(\.jobs) { shards[job] = part.offset }
    }
    let byBlock = Dictionary(grouping: jobs, by: \.block)
    for block in byBlock.values { #expect(Set(block.map { shardOf[$0.key] }).count == 1) }
  }

  @Test func `each shard has all scenarios in its own rounds if shards are divided by round`()
    throws
  {
    let plan = try ShardFixture(passes: [.timing]).plan
    let division = ShardDivision(plan.jobs, count: 2, by: .round)
    let all = division.shards.joined().flatMap(\.jobs)
    #expect(all.count == plan.jobs.count && Set(all) == Set(plan.jobs.map(\.key)))
    let shardOf = division.shards.enumerated().reduce(into: [JobKey: Int]()) { shards, part in
      for job in part.element.flatMap(\.jobs) { shards[job] = part.offset }
    }
    let rounds = Dictionary(grouping: plan.jobs) { "\($0.block) \($0.key.round)" }
    #expect(rounds.count == 2 * Set(plan.jobs.map(\.block)).count)
    for round in rounds.values { #expect(Set(round.map { shardOf[$0.key] }).count == 1) }
    let text = division.text
    #expect(text.contains("round 0") && text.contains("round 1"))
  }

  @Test func `blocks do not depend on the number of shards`() throws {
    let jobs = try ShardFixture(passes: [.timing]).plan.jobs
    func orders(_ count: Int) -> [String: [JobKey]] {
      Dictionary(
        uniqueKeysWithValues: ShardDivision(jobs, count: count).shards.joined().map {
          ($0.name, $0.jobs)
        })
    }
    #expect(orders(2) == orders(1))
    #expect(orders(7) == orders(1))
  }

  // R. L. Graham, 1969: longest first is at most 4/3 - 1/(3m) of the best.
  @Test func `the longest shard takes at most a third longer than necessary`() {
    for seed: UInt64 in 0..<200 {
      var random = SplitMix64(seed: seed)
      let jobs = (0..<Int.random(in: 1...30, using: &random)).map { index in
        PlannedJob(
          key: JobKey(scenario: "s\(index)", part: "p", round: 0), block: "\(index)",
          seconds: Double.random(in: 1...50, using: &random))
      }
      let count = Int.random(in: 1...6, using: &random)
      let longest =
        ShardDivision(jobs, count: count).shards.map { blocks in
          blocks.reduce(0) { $0 + $1.seconds }
        }.max() ?? 0
      let sorted = jobs.map(\.seconds).sorted(by: >)
      // Two of the m + 1 longest share a shard.
      let pair = sorted.count > count ? sorted[count - 1] + sorted[count] : 0
      let least = max(sorted[0], sorted.reduce(0, +) / Double(count), pair)
      let slack = jobs.map(\.seconds).max() ?? 0
      #expect(longest <= least + slack)
      if count == 1 { #expect(abs(longest - sorted.reduce(0, +)) < 1e-9) }
    }
  }

  @Test func `the digest is that of the plan`() throws {
    let digest = try ShardFixture().plan.digest()
    #expect(digest.count == 16)
    #expect(try ShardFixture().plan.digest() == digest)
    #expect(try ShardFixture(seed: 2).plan.digest() != digest)
  }
}
