/// A ring buffer of the latest elements of a sequence.
@usableFromInline
@safe
// Safe: the ring owns its memory, and every position is reduced to one in it.
struct Ring<Element>: ~Copyable {
  @safe @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let capacity: Int
  @usableFromInline var start = 0
  @usableFromInline private(set) var count = 0

  @usableFromInline
  init(capacity: Int) {
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
  }

  @inlinable
  deinit {
    for offset in 0..<count { unsafe (slots + slot(at: offset)).deinitialize(count: 1) }
    unsafe slots.deallocate()
  }

  @inlinable
  func slot(at offset: Int) -> Int {
    let slot = start &+ offset
    return slot < capacity ? slot : slot &- capacity
  }

  @inlinable
  subscript(offset: Int) -> Element {
    get {
      assert(offset >= 0 && offset < count, "a ring of \(count) has no element \(offset)")
      return slots[slot(at: offset)]
    }
    set { slots[slot(at: offset)] = newValue }
  }

  /// Changes the capacity.
  ///
  /// - Precondition: The elements fit.
  @usableFromInline
  mutating func resize(to capacity: Int) {
    precondition(capacity >= count, "a ring of \(count) does not fit into \(capacity) slots")
    var other = Ring(capacity: capacity)
    for offset in 0..<count {
      unsafe (other.slots + offset).initialize(to: (slots + slot(at: offset)).move())
    }
    other.count = count
    // The remaining memory is uninitialized.
    count = 0
    self = other
  }

  /// Appends an element, which replaces the oldest one if the ring is full.
  @inlinable
  mutating func append(_ element: consuming Element) {
    if count < capacity {
      unsafe (slots + slot(at: count)).initialize(to: element)
      count &+= 1
    } else {
      slots[start] = element
      start = slot(at: 1)
    }
  }

  /// Removes the oldest element and appends another one.
  @inlinable
  mutating func replaceFirst(withLast element: consuming Element) {
    let oldest = unsafe (slots + start).move()
    start = slot(at: 1)
    unsafe (slots + slot(at: count &- 1)).initialize(to: element)
    // Last, because its deinitializer may read the ring.
    withExtendedLifetime(oldest) {}
  }

  @inlinable
  mutating func removeFirst() {
    let oldest = unsafe (slots + start).move()
    start = slot(at: 1)
    count -= 1
    withExtendedLifetime(oldest) {}
  }

  @usableFromInline
  mutating func removeLast(_ removed: Int = 1) {
    for _ in 0..<removed {
      count -= 1
      unsafe (slots + slot(at: count)).deinitialize(count: 1)
    }
  }
}
