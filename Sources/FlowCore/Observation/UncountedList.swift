/// An ordered list that retains its objects and is iterated without retaining each one.
///
/// Objects may be added during an iteration, but not removed.
@usableFromInline
struct UncountedList<Object: AnyObject>: ~Copyable {
  @usableFromInline private(set) var count = 0
  private var capacity = 0
  @usableFromInline var slots: UnsafeMutablePointer<Unmanaged<Object>>?

  @usableFromInline init() {}

  @inlinable deinit {
    for index in 0..<count { self[index].release() }
    slots?.deallocate()
  }

  @inlinable
  subscript(_ index: Int) -> Unmanaged<Object> {
    @inline(__always) get { slots.unsafelyUnwrapped[index] }
  }

  @usableFromInline var isEmpty: Bool { count == 0 }

  mutating func append(_ object: Object) {
    if count == capacity { resize(to: Swift.max(2 * capacity, 4)) }
    (slots.unsafelyUnwrapped + count).initialize(to: .passRetained(object))
    count += 1
  }

  /// Replaces an object and returns the previous one.
  mutating func replace(at index: Int, with object: Object) -> Object {
    let old = self[index].takeRetainedValue()
    slots.unsafelyUnwrapped[index] = .passRetained(object)
    return old
  }

  mutating func removeLast(from first: Int) -> [Object] {
    let removed = (first..<count).map { slots.unsafelyUnwrapped[$0].takeRetainedValue() }
    count = first
    return removed
  }

  /// Removes objects that are also retained elsewhere, and keeps the order.
  mutating func removeAll(where isRemoved: (Object) -> Bool) {
    var kept = 0
    for index in 0..<count {
      let object = self[index]
      if isRemoved(object.takeUnretainedValue()) {
        object.release()
      } else {
        slots.unsafelyUnwrapped[kept] = object
        kept += 1
      }
    }
    count = kept
    if count < capacity / 4 { resize(to: Swift.max(2 * count, 4)) }
  }

  private mutating func resize(to newCapacity: Int) {
    let moved = UnsafeMutablePointer<Unmanaged<Object>>.allocate(capacity: newCapacity)
    if let slots { moved.moveInitialize(from: slots, count: count) }
    slots?.deallocate()
    slots = moved
    capacity = newCapacity
  }
}
