/// The newest elements of a sequence, as many as there is room for, in memory allocated once.
@usableFromInline
struct Ring<Element>: ~Copyable {
  @usableFromInline let slots: UnsafeMutablePointer<Element>
  @usableFromInline let capacity: Int
  /// The slot of the oldest element.
  @usableFromInline var start = 0
  @usableFromInline private(set) var count = 0

  @usableFromInline
  init(capacity: Int) {
    self.capacity = capacity
    slots = .allocate(capacity: capacity)
  }

  @inlinable
  deinit {
    for offset in 0..<count { (slots + slot(at: offset)).deinitialize(count: 1) }
    slots.deallocate()
  }

  /// The slot of an element, counted from the oldest.
  @inlinable
  func slot(at offset: Int) -> Int {
    let slot = start &+ offset
    return slot < capacity ? slot : slot &- capacity
  }

  /// The element at an offset from the oldest.
  @inlinable
  subscript(offset: Int) -> Element {
    get {
      assert(offset >= 0 && offset < count, "a ring of \(count) has no element \(offset)")
      return slots[slot(at: offset)]
    }
    set { slots[slot(at: offset)] = newValue }
  }

  /// Adds an element; without room for it, it takes the place of the oldest.
  @inlinable
  mutating func append(_ element: consuming Element) {
    if count < capacity {
      (slots + slot(at: count)).initialize(to: element)
      count &+= 1
    } else {
      slots[start] = element
      start = slot(at: 1)
    }
  }

  /// Removes the oldest element.
  @usableFromInline
  mutating func removeFirst() {
    (slots + start).deinitialize(count: 1)
    start = slot(at: 1)
    count -= 1
  }

  /// Removes the newest elements.
  @usableFromInline
  mutating func removeLast(_ removed: Int = 1) {
    for _ in 0..<removed {
      count -= 1
      (slots + slot(at: count)).deinitialize(count: 1)
    }
  }
}
