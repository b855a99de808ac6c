/// Which shards of a plan a folder holds; of one that was made in one piece nothing is written.
struct PlanPart: Codable, Equatable, Sendable, CustomStringConvertible {
  /// How many shards there are.
  let count: Int
  /// Which of them, from 1, ascending.
  let shards: [Int]

  /// One shard; `nil`: that is all of it.
  init?(_ shard: Shard) {
    guard shard != .whole else { return nil }
    self.init(count: shard.count, shards: [shard.index])
  }

  init(count: Int, shards: [Int]) {
    self.count = count
    self.shards = shards.sorted()
  }

  /// The shards that are not in it.
  var missing: [Int] { (1...count).filter { !shards.contains($0) } }

  /// As it is written: `2/7`, or `1,2/7` after a merge of some of them.
  var description: String { "\(shards.map { "\($0)" }.joined(separator: ","))/\(count)" }
}
