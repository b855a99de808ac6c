/// Actions that were sent or answered while another was handled, first in, first out, each with the
/// run that it is part of.
///
/// What must be true of it: it takes memory for those that wait, not for those that have waited.
@usableFromInline
struct ActionQueue<Action>: ~Copyable {
  /// One action.
  @usableFromInline
  struct Entry {
    @usableFromInline let action: Action
    /// Waits until the action is reduced.
    @usableFromInline let run: EffectRun?
    /// Where the effect belongs that answered; `nil` if the action was sent.
    @usableFromInline let source: EffectPath?
    /// Whether the next one belongs to the same batch.
    @usableFromInline var isFollowed: Bool

    @inlinable
    init(
      action: consuming Action, run: EffectRun?, source: EffectPath?, isFollowed: Bool = false
    ) {
      self.action = action
      self.run = run
      self.source = source
      self.isFollowed = isFollowed
    }
  }

  /// A ring; `nil` until an action waits for the first time.
  @usableFromInline var slots: UnsafeMutablePointer<Entry>?
  @usableFromInline var start: UInt32 = 0
  @usableFromInline var storedCount: UInt32 = 0
  /// A power of two, or 0.
  @usableFromInline var storedCapacity: UInt32 = 0
  /// The number of calls that have removed actions.
  @usableFromInline var removals: UInt32 = 0

  @inlinable static var smallestCapacity: Int { 8 }

  @inlinable
  init() {}

  @inlinable
  deinit {
    for offset in 0..<count { slot(offset).deinitialize(count: 1) }
    slots?.deallocate()
  }

  /// How many wait.
  @inlinable var count: Int { Int(storedCount) }

  /// How many there is room for.
  @inlinable var capacity: Int { Int(storedCapacity) }

  @inlinable var isEmpty: Bool { storedCount == 0 }

  /// Adds an action at the end.
  @inlinable
  mutating func append(_ entry: consuming Entry) {
    // Who waits for the run waits for the action, too.
    entry.run?.begin()
    if count == capacity { resize(to: Swift.max(2 * capacity, Self.smallestCapacity)) }
    slot(count).initialize(to: entry)
    storedCount += 1
  }

  /// The first one, which leaves the queue. Its run still waits for it.
  @inlinable
  mutating func popFirst() -> Entry? {
    guard !isEmpty else { return nil }
    let first = takeFirst()
    if count < capacity / 4, capacity > Self.smallestCapacity { resize(to: capacity / 2) }
    return first
  }

  /// The action that came last is the last one of its batch.
  @inlinable
  mutating func endBatch() {
    if !isEmpty { slot(count - 1).pointee.isFollowed = false }
  }

  /// The effects that the waiting actions come from, in order; `nil` for an action that was sent.
  var sources: [EffectPath?] { (0..<count).map { slot($0).pointee.source } }

  /// Removes some of the first actions.
  ///
  /// - Parameter isRemoved: A Boolean value for each of them.
  /// - Returns: The removed actions. The caller destroys them when the queue is in order again, because
  ///   the `deinit` of a payload may send.
  mutating func remove(where isRemoved: [Bool]) -> [Entry] {
    var removed: [Entry] = []
    for index in 0..<count {
      let entry = takeFirst()
      if index < isRemoved.count, isRemoved[index] {
        removed.append(entry)
      } else {
        slot(count).initialize(to: entry)
        storedCount += 1
      }
    }
    if !removed.isEmpty { removals &+= 1 }
    return removed
  }

  @inlinable
  func slot(_ offset: Int) -> UnsafeMutablePointer<Entry> {
    slots.unsafelyUnwrapped.advanced(by: (Int(start) + offset) & (capacity - 1))
  }

  @inlinable
  mutating func takeFirst() -> Entry {
    let first = slot(0).move()
    start = (start + 1) & (storedCapacity - 1)
    storedCount -= 1
    return first
  }

  // Apart: a queue is rarely longer than it was.
  @inlinable
  @inline(never)
  mutating func resize(to newCapacity: Int) {
    let moved = UnsafeMutablePointer<Entry>.allocate(capacity: newCapacity)
    for offset in 0..<count {
      moved.advanced(by: offset).initialize(to: slot(offset).move())
    }
    slots?.deallocate()
    slots = moved
    storedCapacity = UInt32(newCapacity)
    start = 0
  }
}
