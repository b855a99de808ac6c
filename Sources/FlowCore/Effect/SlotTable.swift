/// Elements in numbered slots, which stay where they are; the slot of one that has gone is used again.
///
/// What must be true of it: nothing is copied, counted or checked but what the caller asks for.
final class SlotTable<Element> {
  // Unchecked, here and below: no method calls anybody.
  /// How many slots there are, taken or free.
  @exclusivity(unchecked) private var slotCount = 0
  @exclusivity(unchecked) private var capacity = 0
  @exclusivity(unchecked) private var elements: UnsafeMutablePointer<Element>?
  /// Which use of the table took each slot; 0: free.
  @exclusivity(unchecked) private var numbers: UnsafeMutablePointer<Int>?
  /// The free slots; the one to be used next is the last.
  @exclusivity(unchecked) private var free: UnsafeMutablePointer<Int32>?
  @exclusivity(unchecked) private var freeCount = 0

  init() {}

  deinit {
    for slot in 0..<slotCount where isTaken(slot) {
      (elements.unsafelyUnwrapped + slot).deinitialize(count: 1)
    }
    elements?.deallocate()
    numbers?.deallocate()
    free?.deallocate()
  }

  /// How many slots are taken.
  var count: Int { slotCount - freeCount }

  /// The number that a slot was taken with; 0 if it is free.
  func number(of slot: Int) -> Int { numbers.unsafelyUnwrapped[slot] }

  /// Whether somebody has it.
  func isTaken(_ slot: Int) -> Bool { number(of: slot) != 0 }

  var taken: [Int] { (0..<slotCount).filter { isTaken($0) } }

  subscript(_ slot: Int) -> Element {
    unsafeAddress { UnsafePointer(elements.unsafelyUnwrapped + slot) }
    unsafeMutableAddress { elements.unsafelyUnwrapped + slot }
  }

  /// Takes a slot.
  ///
  /// - Parameter number: Tells this use of it from others; not 0.
  func insert(_ element: consuming Element, number: Int) -> Int {
    let slot: Int
    if freeCount > 0 {
      freeCount -= 1
      slot = Int(free.unsafelyUnwrapped[freeCount])
    } else {
      if slotCount == capacity { grow() }
      slot = slotCount
      slotCount += 1
    }
    (elements.unsafelyUnwrapped + slot).initialize(to: element)
    numbers.unsafelyUnwrapped[slot] = number
    return slot
  }

  /// Gives a slot back that is taken.
  func remove(_ slot: Int) -> Element {
    numbers.unsafelyUnwrapped[slot] = 0
    free.unsafelyUnwrapped[freeCount] = Int32(truncatingIfNeeded: slot)
    freeCount += 1
    return (elements.unsafelyUnwrapped + slot).move()
  }

  // Called when all slots are taken.
  private func grow() {
    let newCapacity = Swift.max(2 * capacity, 4)
    let newElements = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    let newNumbers = UnsafeMutablePointer<Int>.allocate(capacity: newCapacity)
    if let elements, let numbers {
      newElements.moveInitialize(from: elements, count: slotCount)
      newNumbers.initialize(from: numbers, count: slotCount)
    }
    elements?.deallocate()
    numbers?.deallocate()
    free?.deallocate()
    elements = newElements
    numbers = newNumbers
    free = .allocate(capacity: newCapacity)
    capacity = newCapacity
  }
}
