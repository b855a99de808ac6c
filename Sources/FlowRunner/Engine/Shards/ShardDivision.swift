import FlowResults
import PlainText

/// A part of a plan that is measured separately: `2/7` is the second of seven.
package struct Shard: Codable, Equatable, Sendable, CustomStringConvertible {
  /// Its number, from 1.
  package let index: Int
  /// The number of shards.
  package let count: Int

  package static let whole = Shard(index: 1, of: 1)

  init(index: Int, of count: Int) {
    self.index = index
    self.count = count
  }

  /// Reads `2/7`.
  init(_ text: String, option: String) throws(PlanError) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2, let index = Int(decimal: parts[0]),
      let count = Int(decimal: parts[1]), count >= 1, count <= Self.most,
      (1...count).contains(index)
    else {
      throw .invalid(
        option: option,
        rule: "must be i/m, the i-th of m parts, with i from 1 to m and m at most \(Self.most)",
        value: text)
    }
    self.init(index: index, of: count)
  }

  private static let most = 10_000

  package var description: String { "\(index)/\(count)" }
}

/// The unit by which a plan is divided into shards.
package enum ShardUnit: String, CaseIterable, Codable, Sendable {
  /// All jobs with the same actions, in all rounds: ratios are taken within one machine.
  case block
  /// All jobs with the same actions, in one round: several machines measure the same scenario.
  case round
}

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

  var missing: [Int] { (1...count).filter { !shards.contains($0) } }

  /// `2/7`, or `1,2/7` after a merge of two shards.
  var description: String { "\(shards.map { "\($0)" }.joined(separator: ","))/\(count)" }
}

/// A job that a plan lists before anything runs.
package struct PlannedJob: Sendable {
  let key: JobKey
  /// The block, whose jobs run on the same machine: ratios are only taken within a block.
  let block: String
  /// The estimated seconds, from the plan alone, because every machine must compute the same
  /// shards.
  let seconds: Double
}

/// The assignment of a plan's blocks to shards.
///
/// A block has the same actions: all designs, topologies and views of a workload at one size, with
/// their floor. The longest blocks are assigned first, each to the shard with the least work: R. L.
/// Graham, *Bounds on multiprocessing timing anomalies*, SIAM Journal on Applied Mathematics 17
/// (2), 1969, by which the longest shard takes at most a third longer than necessary.
struct ShardDivision {
  struct Block {
    let name: String
    var jobs: [JobKey] = []
    var seconds = 0.0
  }

  let shards: [[Block]]

  /// Assigns the jobs of a plan.
  ///
  /// - Complexity: O(*j* + *b* · *count*) in the jobs and their blocks.
  init(_ jobs: [PlannedJob], count: Int, by unit: ShardUnit = .block) {
    var blocks: [Block] = []
    var places: [String: Int] = [:]
    for job in jobs {
      let name = unit == .block ? job.block : "\(job.block) round \(job.key.round)"
      let place = places[name] ?? blocks.count
      if place == blocks.count {
        places[name] = place
        blocks.append(Block(name: name))
      }
      blocks[place].jobs.append(job.key)
      blocks[place].seconds += job.seconds
    }
    var dealt = [[Int]](repeating: [], count: count)
    var seconds = [Double](repeating: 0, count: count)
    let longestFirst = blocks.indices.sorted {
      (-blocks[$0].seconds, $0) < (-blocks[$1].seconds, $1)
    }
    for place in longestFirst {
      let least = seconds.indices.min { (seconds[$0], $0) < (seconds[$1], $1) } ?? 0
      dealt[least].append(place)
      seconds[least] += blocks[place].seconds
    }
    shards = dealt.map { places in places.sorted().map { blocks[$0] } }
  }

  func jobs(of shard: Shard) -> Set<JobKey> { Set(shards[shard.index - 1].flatMap(\.jobs)) }

  /// A line for each shard, with its blocks if there are several shards.
  var text: String {
    let lines = shards.enumerated().flatMap { index, blocks in
      let jobs = blocks.reduce(0) { $0 + $1.jobs.count }
      let seconds = blocks.reduce(0) { $0 + $1.seconds }
      let head =
        "shard \(Shard(index: index + 1, of: shards.count)): \(CountText.text(jobs, "job")), "
        + "about \(ProgressReporter.clock(seconds))"
      return [head] + (shards.count > 1 ? blocks.map { "  \($0.name)" } : [])
    }
    return lines.map { $0 + "\n" }.joined()
  }
}
