import FlowResults

/// Which shards of a plan a folder holds; of one that was made in one piece nothing is written.
struct PlanPart: Codable, Equatable, Sendable, CustomStringConvertible {
  /// How many shards there are.
  let count: Int
  /// Which of them, from 1, ascending.
  let shards: [Int]
  /// What shards are made of.
  let unit: ShardUnit

  /// One shard; `nil`: that is all of it.
  init?(_ shard: Shard, by unit: ShardUnit = .block) {
    guard shard != .whole else { return nil }
    self.init(count: shard.count, shards: [shard.index], by: unit)
  }

  init(count: Int, shards: [Int], by unit: ShardUnit) {
    self.count = count
    self.shards = shards.sorted()
    self.unit = unit
  }

  /// The jobs of its shards, of all jobs of the plan.
  func jobs(of all: [PlannedJob]) -> Set<JobKey> {
    let division = ShardDivision(all, count: count, by: unit)
    return shards.reduce(into: []) {
      $0.formUnion(division.jobs(of: Shard(index: $1, of: count)))
    }
  }

  /// Refuses shards that there cannot be.
  ///
  /// - Throws: `PlanError`, as `--shard` would.
  func checkBounds() throws(PlanError) {
    let option = ShardOptions.shard.option.name
    for shard in shards { _ = try Shard("\(shard)/\(count)", option: option) }
    guard !shards.isEmpty, Set(shards).count == shards.count else {
      throw .refused(option: option, reason: "must name at least one shard, and each once")
    }
  }

  /// The shards that are not in it.
  var missing: [Int] { (1...count).filter { !shards.contains($0) } }

  /// As it is written: `2/7`, or `1,2/7` after a merge of some of them.
  var description: String { "\(shards.map { "\($0)" }.joined(separator: ","))/\(count)" }
}
