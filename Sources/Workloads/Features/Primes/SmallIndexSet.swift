/// A set of indices from 0 to 63, held in one word.
///
/// Actions carry it in place of an `IndexSet`, which would be allocated for each action. It is the
/// wrong tool for lists of more than 64 rows.
public struct SmallIndexSet: Codable, Equatable, Sendable, BitwiseCopyable {
  /// Bit *i* says whether the set has the index *i*.
  public var bits: UInt64

  /// A set of the indices whose bits are set.
  @inlinable public init(bits: UInt64) { self.bits = bits }

  /// A set of one index.
  ///
  /// - Precondition: The index is from 0 to 63.
  @inlinable public init(_ index: Int) {
    precondition(index >= 0 && index < 64, "an index must be 0 to 63, got \(index)")
    bits = 1 << UInt64(index)
  }

  /// The indices below `count`: those that a list of that length has.
  @inlinable public func clamped(to count: Int) -> SmallIndexSet {
    count >= 64 ? self : SmallIndexSet(bits: bits & ((1 << UInt64(max(0, count))) - 1))
  }

  /// Calls `body` with every index, the largest first: the order in which rows can be removed.
  @inlinable public func forEachDescending(_ body: (Int) -> Void) {
    var rest = bits
    while rest != 0 {
      let index = 63 - rest.leadingZeroBitCount
      body(index)
      rest &= ~(1 << UInt64(index))
    }
  }
}
