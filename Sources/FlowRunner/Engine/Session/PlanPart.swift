import FlowResults

/// The shards of a plan in a folder.
struct PlanPart: Codable, Equatable, Sendable, CustomStringConvertible {
  /// The number of all shards.
  let count: Int
  /// The shards in the folder, from 1, ascending.
  let shards: [Int]
  let unit: ShardUnit

  /// Creates a part of one shard; `nil` if that is the whole plan.
  init?(_ shard: Shard, by unit: ShardUnit = .block) {
    guard shard != .whole else { return nil }
    self.init(count: shard.count, shards: [shard.index], by: unit)
  }

  init(count: Int, shards: [Int], by unit: ShardUnit) {
    self.count = count
    self.shards = shards.sorted()
    self.unit = unit
  }

  /// Returns the jobs of its shards.
  func jobs(of all: [PlannedJob]) -> Set<JobKey> {
    let division = ShardDivision(all, count: count, by: unit)
    return shards.reduce(into: []) {
      $0.formUnion(division.jobs(of: Shard(index: $1, of: count)))
    }
  }

  /// Refuses shards that `--shard` would refuse.
  func checkBounds() throws(PlanError) {
    let option = "--shard"
    for shard in shards { _ = try Shard("\(shard)/\(count)", option: option) }
    guard !shards.isEmpty, Set(shards).count == shards.count else {
      throw .refused(option: option, reason: "must name at least one shard, and each once")
    }
  }

  /// The shards that are not in it.
  var missing: [Int] { (1...count).filter { !shards.contains($0) } }

  /// `2/7`, or `1,2/7` after a merge of two shards.
  var description: String { "\(shards.map { "\($0)" }.joined(separator: ","))/\(count)" }
}
