/// The newest elements of a sequence, as many as there is room for, in memory that is allocated when
/// the room is made.
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

  @inlinable
  subscript(offset: Int) -> Element {
    get {
      assert(offset >= 0 && offset < count, "a ring of \(count) has no element \(offset)")
      return slots[slot(at: offset)]
    }
    set { slots[slot(at: offset)] = newValue }
  }

  /// Makes other room for the same elements.
  ///
  /// - Precondition: They fit.
  @usableFromInline
  mutating func resize(to capacity: Int) {
    precondition(capacity >= count, "a ring of \(count) does not fit into \(capacity) slots")
    var other = Ring(capacity: capacity)
    for offset in 0..<count {
      (other.slots + offset).initialize(to: (slots + slot(at: offset)).move())
    }
    other.count = count
    // What is left here is memory only.
    count = 0
    self = other
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

  /// Removes the oldest element and adds another one: the same number of elements.
  @inlinable
  mutating func replaceFirst(withLast element: consuming Element) {
    (slots + start).deinitialize(count: 1)
    start = slot(at: 1)
    (slots + slot(at: count &- 1)).initialize(to: element)
  }

  /// Removes the oldest element.
  @inlinable
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
