import PlainText

/// A job that a plan lists before anything runs.
package struct PlannedJob: Sendable {
  let key: JobKey
  /// The block, whose jobs run on the same machine: ratios are only taken within a block.
  let block: String
  /// The estimated seconds: from the plan alone, because every machine must compute the same shards.
  let seconds: Double
}

/// The assignment of a plan's blocks to shards.
///
/// A block has the same actions: all designs, topologies and views of a workload at one size, with their
/// floor. The longest blocks are assigned first, each to the shard with the least work: R. L. Graham, *Bounds on multiprocessing timing anomalies*, SIAM Journal on Applied
/// Mathematics 17 (2), 1969, by which the longest shard takes at most a third longer than necessary.
struct ShardDivision {
  struct Block {
    let name: String
    var jobs: [JobKey] = []
    var seconds = 0.0
  }

  /// The blocks of each shard, in the order of the plan.
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

  /// The jobs of one shard.
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
