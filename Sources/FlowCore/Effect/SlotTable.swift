/// A table of elements at stable numbered slots, which are reused. Accesses neither copy, retain
/// nor check.
@safe
// Safe: the table owns its memory. Its callers keep the numbers of slots in use.
final class SlotTable<Element> {
  // Unchecked, here and below: no method calls other code.
  /// The number of used and free slots.
  @safe @exclusivity(unchecked) private var slotCount = 0
  @safe @exclusivity(unchecked) private var capacity = 0
  @safe @exclusivity(unchecked) private var elements: UnsafeMutablePointer<Element>?
  /// The number that each slot was taken with; 0 if it is free.
  @safe @exclusivity(unchecked) private var numbers: UnsafeMutablePointer<Int>?
  /// The free slots; the last one is used next.
  @safe @exclusivity(unchecked) private var free: UnsafeMutablePointer<Int32>?
  @safe @exclusivity(unchecked) private var freeCount = 0

  init() {}

  deinit {
    for slot in 0..<slotCount where isTaken(slot) {
      unsafe (elements.unsafelyUnwrapped + slot).deinitialize(count: 1)
    }
    unsafe elements?.deallocate()
    unsafe numbers?.deallocate()
    unsafe free?.deallocate()
  }

  /// The number of slots in use.
  var count: Int { slotCount - freeCount }

  /// Returns the number that a slot was taken with; 0 if it is free.
  func number(of slot: Int) -> Int { unsafe numbers.unsafelyUnwrapped[slot] }

  func isTaken(_ slot: Int) -> Bool { number(of: slot) != 0 }

  var taken: [Int] { (0..<slotCount).filter { isTaken($0) } }

  subscript(_ slot: Int) -> Element {
    unsafeAddress { unsafe UnsafePointer(elements.unsafelyUnwrapped + slot) }
    unsafeMutableAddress { unsafe elements.unsafelyUnwrapped + slot }
  }

  /// Takes a slot.
  ///
  /// - Parameter number: A number other than 0 that identifies this use of the slot.
  func insert(_ element: consuming Element, number: Int) -> Int {
    let slot: Int
    if freeCount > 0 {
      freeCount -= 1
      slot = unsafe Int(free.unsafelyUnwrapped[freeCount])
    } else {
      if slotCount == capacity { grow() }
      slot = slotCount
      slotCount += 1
    }
    unsafe (elements.unsafelyUnwrapped + slot).initialize(to: element)
    unsafe numbers.unsafelyUnwrapped[slot] = number
    return slot
  }

  /// Releases a slot that is in use.
  func remove(_ slot: Int) -> Element {
    unsafe numbers.unsafelyUnwrapped[slot] = 0
    unsafe free.unsafelyUnwrapped[freeCount] = Int32(truncatingIfNeeded: slot)
    freeCount += 1
    return unsafe (elements.unsafelyUnwrapped + slot).move()
  }

  // Called when all slots are in use.
  private func grow() {
    let newCapacity = Swift.max(2 * capacity, 4)
    let newElements = UnsafeMutablePointer<Element>.allocate(capacity: newCapacity)
    let newNumbers = UnsafeMutablePointer<Int>.allocate(capacity: newCapacity)
    if let elements, let numbers {
      unsafe newElements.moveInitialize(from: elements, count: slotCount)
      unsafe newNumbers.initialize(from: numbers, count: slotCount)
    }
    unsafe elements?.deallocate()
    unsafe numbers?.deallocate()
    unsafe free?.deallocate()
    elements = unsafe newElements
    numbers = unsafe newNumbers
    free = .allocate(capacity: newCapacity)
    capacity = newCapacity
  }
}
