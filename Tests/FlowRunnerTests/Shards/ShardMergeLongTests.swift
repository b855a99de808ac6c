import Testing

/// More numbers of shards than `make test` has time for.
@MainActor
struct ShardMergeLongTests {
  @Test(arguments: [3, 40])
  func `any grouping of more shards in any order equals the run in one piece`(count: Int) throws {
    try ShardMergeTests.expectEqual(shards: count)
  }
}
