import FlowResults

/// Which part of a plan is measured.
package enum ShardOptions: OptionRows {
  package static let shard = OptionKey<Shard>(
    "shard", "i/m", "Measure the i-th of m parts of the plan; 'merge' makes one run of all", .shard,
    standard: .whole)

  package static let by = OptionKey<ShardUnit>(
    "shard-by", "unit",
    "What a shard has: block, all of a scenario; or round, some processes of each, which shows how "
      + "machines differ",
    .choice(kind: "unit of shards"), standard: .block)

  package static let options = [shard.option, by.option]
}

extension OptionReader where Value == Shard {
  fileprivate static var shard: Self {
    .one(
      text: { $0.description },
      { (text: String, option: String) throws(PlanError) -> Shard in
        try Shard(text, option: option)
      })
  }
}
