/// What a process has allocated, retained and released up to one instant, or between two.
///
/// Sums over all threads, the ended ones included.
public struct EventCounts: Equatable, Sendable {
  /// Blocks handed out by `malloc` and everything like it.
  public var allocations: UInt64 = 0
  /// Blocks given back by `free` and everything like it.
  public var frees: UInt64 = 0
  /// Blocks whose size `realloc` changed, in place or not; neither an allocation nor a free.
  public var reallocations: UInt64 = 0
  /// Bytes that were asked for, by allocations and reallocations.
  public var bytesAsked: UInt64 = 0
  /// Bytes of the blocks handed out, rounded up to the allocator's size classes.
  public var bytesGiven: UInt64 = 0
  /// Bytes of the blocks given back, in size classes; a reallocation gives its old block back.
  public var bytesReturned: UInt64 = 0
  /// Swift objects made on the heap: class instances, boxes, closure contexts, array buffers.
  public var objects: UInt64 = 0
  /// Strong retains asked of the Swift runtime; one of immortal objects counts, one of what is no
  /// object (null, a small string) does not.
  public var retains: UInt64 = 0
  /// Strong releases asked of the Swift runtime, in the same way.
  public var releases: UInt64 = 0

  /// Nothing counted.
  public init() {}

  /// Bytes in blocks that are in use, in size classes.
  ///
  /// - Returns: Nil when more was returned than given, which only a broken count can show.
  public var liveBytes: UInt64? {
    bytesGiven >= bytesReturned ? bytesGiven - bytesReturned : nil
  }

  /// Name and place of each counter, in the order in which the counting library reports them.
  static let counters: [(name: String, path: any WritableKeyPath<Self, UInt64> & Sendable)] = [
    ("allocations", \.allocations), ("frees", \.frees), ("reallocations", \.reallocations),
    ("bytes_asked", \.bytesAsked), ("bytes_given", \.bytesGiven),
    ("bytes_returned", \.bytesReturned), ("objects", \.objects), ("retains", \.retains),
    ("releases", \.releases),
  ]

  /// What was counted from `earlier` until now.
  ///
  /// - Returns: Nil when any counter went backwards: then none can be believed.
  public func since(_ earlier: EventCounts) -> EventCounts? {
    var difference = EventCounts()
    for (_, path) in Self.counters {
      let (change, isNegative) = self[keyPath: path].subtractingReportingOverflow(
        earlier[keyPath: path])
      if isNegative { return nil }
      difference[keyPath: path] = change
    }
    return difference
  }

  /// Adds windows up.
  ///
  /// - Precondition: No sum passes 2⁶⁴ − 1, which traps.
  public static func += (sum: inout EventCounts, window: EventCounts) {
    for (_, path) in counters { sum[keyPath: path] += window[keyPath: path] }
  }
}
