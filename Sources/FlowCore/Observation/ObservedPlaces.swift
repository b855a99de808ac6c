/// Where observers read, so that finding out that nobody reads a region takes a few instructions,
/// whatever the number of observers.
///
/// The state's bytes are divided into 64 ranges of one size. What is said of them may be more than is
/// true, never less.
@usableFromInline
struct ObservedPlaces {
  /// The ranges that somebody reads who reads more than one element of a collection.
  @usableFromInline var wide: UInt64 = 0
  /// The ranges of collections of which somebody reads an element.
  @usableFromInline var keyed: UInt64 = 0
  /// A range has two to the power of this many bytes.
  @usableFromInline var shift: UInt32 = 0
  /// One less than the number of counts by key, which is a power of two.
  @usableFromInline var keyMask: UInt32 = 0
  /// How many open observers read one element, by the lowest bits of its key; `nil` while nobody has
  /// ever done so. Belongs to the list of observers.
  @usableFromInline var keyCounts: UnsafeMutablePointer<Int>?

  @inlinable init() {}

  /// Divides a state of this size.
  @inlinable
  mutating func divide(_ size: Int) {
    while size > 64 << shift { shift += 1 }
  }

  /// The ranges that a region touches. What lies behind the state is in the last one.
  @inlinable @inline(__always)
  func ranges(of region: StateRegion) -> UInt64 {
    guard !region.isNothing else { return 0 }
    let first = Swift.min(UInt64(truncatingIfNeeded: region.lower) &>> UInt64(shift), 63)
    let last = Swift.min(UInt64(truncatingIfNeeded: region.upper &- 1) &>> UInt64(shift), 63)
    return (.max &<< first) & (.max &>> (63 &- last))
  }

  /// Whether nobody can be reading this region.
  @inlinable @inline(__always)
  func isUnobserved(_ region: StateRegion) -> Bool {
    let ranges = ranges(of: region)
    guard ranges & wide == 0 else { return false }
    guard ranges & keyed != 0, let keyCounts else { return true }
    return region.isElement && keyCounts[region.key & Int(keyMask)] == 0
  }
}
