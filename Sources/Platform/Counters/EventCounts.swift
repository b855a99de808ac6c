/// The allocations, retains and releases of a process up to one instant, or between two.
///
/// The counting library writes its numbers here, in the order of these properties.
public struct EventCounts: Equatable, Sendable {
  /// Blocks handed out by `malloc` and similar functions.
  public var allocations: UInt64 = 0
  /// Blocks given back by `free` and similar functions.
  public var frees: UInt64 = 0
  /// Blocks whose size `realloc` changed, in place or not; neither an allocation nor a free.
  public var reallocations: UInt64 = 0
  /// Bytes requested by allocations and reallocations.
  public var bytesAsked: UInt64 = 0
  /// Bytes of the blocks handed out, rounded up to the allocator's size classes.
  public var bytesGiven: UInt64 = 0
  /// Bytes of the blocks given back, in size classes; a reallocation gives its old block back.
  public var bytesReturned: UInt64 = 0
  /// Swift objects on the heap: class instances, boxes, closure contexts, array buffers.
  public var objects: UInt64 = 0
  /// Strong retains by the Swift runtime; immortal objects count, values that are no objects do
  /// not.
  public var retains: UInt64 = 0
  /// Strong releases, in the same way.
  public var releases: UInt64 = 0

  /// Creates counts of 0.
  public init() {}

  /// Bytes in blocks in use, in size classes; `nil` if more was returned than given.
  public var liveBytes: UInt64? {
    bytesGiven >= bytesReturned ? bytesGiven - bytesReturned : nil
  }

  /// The names of the properties, in their order.
  static var names: [String] { Mirror(reflecting: Self()).children.compactMap(\.label) }

  /// The counts since `earlier`; `nil` if any counter went backwards.
  public func since(_ earlier: EventCounts) -> EventCounts? {
    var difference = self
    var isValid = true
    difference.change(by: earlier) { count, earlier in
      isValid = isValid && count >= earlier
      count &-= earlier
    }
    return isValid ? difference : nil
  }

  /// Adds windows up.
  ///
  /// - Precondition: No sum passes 2⁶⁴ − 1.
  public static func += (sum: inout EventCounts, window: EventCounts) {
    sum.change(by: window, +=)
  }

  /// Changes each counter by that of other counts.
  private mutating func change(by other: EventCounts, _ change: (inout UInt64, UInt64) -> Void) {
    withUnsafeMutableBytes(of: &self) { counts in
      withUnsafeBytes(of: other) { others in
        let counts = counts.bindMemory(to: UInt64.self)
        let others = others.bindMemory(to: UInt64.self)
        for index in counts.indices { change(&counts[index], others[index]) }
      }
    }
  }
}
