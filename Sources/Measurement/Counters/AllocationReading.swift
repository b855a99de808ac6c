/// What an allocator had handed out at one instant, or between two.
public struct AllocationReading: Equatable, Sendable {
  /// Blocks handed out, freed ones included.
  public var allocations: UInt64
  /// Bytes handed out, freed ones included, each block rounded up to its size class: what the
  /// blocks occupy, not what was asked for.
  public var bytes: UInt64

  /// Takes two counts.
  ///
  /// - Parameters:
  ///   - allocations: Blocks handed out.
  ///   - bytes: Bytes of their size classes.
  public init(allocations: UInt64, bytes: UInt64) {
    self.allocations = allocations
    self.bytes = bytes
  }

  /// What was handed out between two readings of one counter.
  ///
  /// - Precondition: `earlier` was taken before `later`, in the same process.
  public static func - (later: AllocationReading, earlier: AllocationReading) -> AllocationReading {
    precondition(
      later.allocations >= earlier.allocations && later.bytes >= earlier.bytes,
      "later - earlier: counts only grow, got \(later) - \(earlier)")
    return AllocationReading(
      allocations: later.allocations - earlier.allocations, bytes: later.bytes - earlier.bytes)
  }
}
