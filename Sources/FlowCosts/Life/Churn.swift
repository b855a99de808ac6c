/// The cost of creating, using and releasing stores.
public struct Churn: Sendable {
  /// The number of stores that were created and released.
  public let rounds: Int
  /// Bytes that were allocated and not freed after all rounds, in the allocator's sizes.
  ///
  /// The rounds before the measurement, which may fill caches, are not counted.
  public let keptBytes: Count
  /// Blocks that were allocated and not freed after all rounds.
  public let keptBlocks: Count
  /// Blocks of memory that were allocated in a round, with those of the store's creation.
  public let allocations: Count
  /// The bytes of a new store, with its state.
  public let bytesPerStore: Count
  /// The numbers of the objects that were not freed after all rounds, by the names of their types.
  ///
  /// Contexts of closures and boxes of variables have no type of their own and are counted together. It is
  /// empty if objects cannot be counted; see ``keptBytes``.
  public let keptObjects: [String: Int]
}

extension Churn: CustomStringConvertible {
  /// The bytes and the names of what was kept: "kept 3200 bytes in 100 blocks after 100 rounds: Row (100)".
  public var description: String {
    let names = keptObjects.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.prefix(5)
      .map { "\($0.key) (\($0.value))" }.joined(separator: ", ")
    return "kept \(keptBytes) bytes in \(keptBlocks) blocks after \(rounds) rounds"
      + (names.isEmpty ? "" : ": \(names)")
      + "; a store has \(bytesPerStore) bytes, a round \(allocations) allocations"
  }
}
