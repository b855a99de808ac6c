/// An ordered list that retains its objects and is iterated without retaining each one.
///
/// Objects may be added during an iteration, but neither removed nor replaced.
@usableFromInline
@safe
// Safe: the list owns its memory and retains its objects.
struct UncountedList<Object: AnyObject>: ~Copyable {
  @usableFromInline private(set) var count = 0
  private var capacity = 0
  @safe @usableFromInline var slots: UnsafeMutablePointer<Unmanaged<Object>>?

  @usableFromInline init() {}

  @inlinable deinit {
    for index in 0..<count { unsafe self[index].release() }
    unsafe slots?.deallocate()
  }

  @inlinable
  subscript(_ index: Int) -> Unmanaged<Object> {
    @inline(__always) get { unsafe slots.unsafelyUnwrapped[index] }
  }

  @usableFromInline var isEmpty: Bool { count == 0 }

  mutating func append(_ object: Object) {
    if count == capacity { resize(to: Swift.max(2 * capacity, 4)) }
    unsafe (slots.unsafelyUnwrapped + count).initialize(to: .passRetained(object))
    count += 1
  }

  /// Replaces an object and returns the previous one.
  mutating func replace(at index: Int, with object: Object) -> Object {
    let old = unsafe self[index].takeRetainedValue()
    unsafe slots.unsafelyUnwrapped[index] = unsafe .passRetained(object)
    return old
  }

  mutating func removeLast(from first: Int) -> [Object] {
    let removed = (first..<count).map { unsafe slots.unsafelyUnwrapped[$0].takeRetainedValue() }
    count = first
    return removed
  }

  /// Removes objects that are also retained elsewhere, and keeps the order.
  mutating func removeAll(where isRemoved: (Object) -> Bool) {
    var kept = 0
    for index in 0..<count {
      let object = unsafe self[index]
      if unsafe isRemoved(object.takeUnretainedValue()) {
        unsafe object.release()
      } else {
        unsafe slots.unsafelyUnwrapped[kept] = unsafe object
        kept += 1
      }
    }
    count = kept
    if count < capacity / 4 { resize(to: Swift.max(2 * count, 4)) }
  }

  private mutating func resize(to newCapacity: Int) {
    let moved = UnsafeMutablePointer<Unmanaged<Object>>.allocate(capacity: newCapacity)
    if let slots { unsafe moved.moveInitialize(from: slots, count: count) }
    unsafe slots?.deallocate()
    slots = unsafe moved
    capacity = newCapacity
  }
}

extension UncountedList where Object == Observer {
  /// Replaces an observer by one with the same position in the order, and returns whether the list
  /// contains it. The caller retains the observer.
  mutating func replace(_ observer: Observer, with other: Observer) -> Bool {
    var (lower, upper) = (0, count)
    while lower < upper {
      let middle = (lower + upper) / 2
      let order = unsafe self[middle]._withUnsafeGuaranteedRef { $0.order }
      if order < observer.order { lower = middle + 1 } else { upper = middle }
    }
    guard lower < count, unsafe self[lower].takeUnretainedValue() === observer else { return false }
    _ = replace(at: lower, with: other)
    return true
  }
}
