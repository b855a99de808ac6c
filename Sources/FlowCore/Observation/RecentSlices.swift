/// The observed slices that were read last, of parts that are known exactly: finding one again costs no
/// hash.
///
/// It holds none of them, and is cleared when one goes.
@usableFromInline
struct RecentSlices: ~Copyable {
  @usableFromInline var slots: UnsafeMutablePointer<Unmanaged<ObservedSlice>?>?

  @inlinable static var count: Int { 64 }

  @inlinable init() {}

  @inlinable deinit { slots?.deallocate() }

  // Neighbours in a state and in a collection have slots of their own.
  @inlinable @inline(__always)
  static func slot(of region: StateRegion) -> Int {
    (region.lower &>> 3 ^ region.upper &>> 1 ^ region.key) & (count - 1)
  }

  /// The slice of this region and type, if it is one of them.
  @inlinable @inline(__always)
  func find(_ region: StateRegion, _ type: any Any.Type) -> Unmanaged<ObservedSlice>? {
    guard let slots, let slice = slots[Self.slot(of: region)] else { return nil }
    return slice._withUnsafeGuaranteedRef {
      $0.region == region && $0.type == ObjectIdentifier(type) ? slice : nil
    }
  }

  /// Remembers a slice in place of another.
  @usableFromInline
  mutating func keep(_ slice: ObservedSlice) {
    if slots == nil {
      slots = .allocate(capacity: Self.count)
      slots?.initialize(repeating: nil, count: Self.count)
    }
    slots.unsafelyUnwrapped[Self.slot(of: slice.region)] = .passUnretained(slice)
  }

  /// Forgets all.
  func clear() { slots?.update(repeating: nil, count: Self.count) }
}
