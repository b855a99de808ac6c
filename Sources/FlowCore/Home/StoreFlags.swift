/// What a send has to know before it may return right after its reduction, in memory that the store,
/// its observers and its effects share.
///
/// Not stored properties of an object: the compiler would guard each access with a dynamic
/// exclusivity check, two calls into the runtime.
@usableFromInline
struct StoreFlags {
  /// What the store is doing, and whether anybody wants to know.
  @usableFromInline var status: StoreStatus = []
  /// How many open observers read more than one element of a collection.
  @usableFromInline var wideCount = 0
  /// One less than the number of counts by key, which is a power of two.
  @usableFromInline var keyMask = 0
  /// How many open observers read one element, by the lowest bits of its key.
  @usableFromInline var keyCounts: UnsafeMutablePointer<Int>

  @usableFromInline
  init() {
    keyCounts = .allocate(capacity: 1)
    keyCounts.initialize(to: 0)
  }

  /// Whether nobody can be reading this region; found out with two readings, whatever the number of
  /// observers.
  @inlinable
  func isUnobserved(_ region: StateRegion) -> Bool {
    region.isElement && wideCount == 0 && keyCounts[region.key & keyMask] == 0
  }

  /// An observer of this region opened (1) or closed (-1).
  @inlinable
  mutating func count(_ region: StateRegion, _ change: Int) {
    if region.isElement {
      keyCounts[region.key & keyMask] += change
    } else {
      wideCount += change
    }
  }

  /// Makes room for more keys; all counts by key are zero afterwards.
  mutating func resize(to count: Int) {
    keyCounts.deallocate()
    keyCounts = .allocate(capacity: count)
    keyCounts.initialize(repeating: 0, count: count)
    keyMask = count - 1
  }
}
