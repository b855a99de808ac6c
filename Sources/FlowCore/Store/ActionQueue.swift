/// A queue of actions that were sent while another one was handled. Its memory grows and shrinks
/// with the number of waiting actions.
@usableFromInline
@safe
// Safe: the queue owns its memory, and counts the entries in it.
struct ActionQueue<Action>: ~Copyable {
  @usableFromInline
  struct Entry {
    @usableFromInline let action: Action
    /// The run that waits for the action.
    @usableFromInline let run: EffectRun?
    /// The path of the effect that sent the action; `nil` for other actions.
    @usableFromInline let source: EffectPath?
    /// The stream that sent the action; `nil` for the answer of an effect, which has ended with it.
    @usableFromInline let stream: RunningEffects.ID?
    /// A Boolean value that indicates whether the next action belongs to the same batch.
    @usableFromInline var isFollowed: Bool

    @inlinable
    init(
      action: consuming Action, run: EffectRun?, source: EffectPath?,
      stream: RunningEffects.ID? = nil, isFollowed: Bool = false
    ) {
      self.action = action
      self.run = run
      self.source = source
      self.stream = stream
      self.isFollowed = isFollowed
    }
  }

  /// A ring buffer; `nil` until the first action waits.
  @safe @usableFromInline var slots: UnsafeMutablePointer<Entry>?
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
    for offset in 0..<count { unsafe slot(offset).deinitialize(count: 1) }
    unsafe slots?.deallocate()
  }

  @inlinable var count: Int { Int(storedCount) }

  @inlinable var capacity: Int { Int(storedCapacity) }

  @inlinable var isEmpty: Bool { storedCount == 0 }

  @inlinable
  mutating func append(_ entry: consuming Entry) {
    // The run waits until the action is reduced.
    entry.run?.begin()
    if count == capacity { resize(to: Swift.max(2 * capacity, Self.smallestCapacity)) }
    unsafe slot(count).initialize(to: entry)
    storedCount += 1
  }

  /// Removes and returns the first action. Its run continues to wait for it.
  @inlinable
  mutating func popFirst() -> Entry? {
    guard !isEmpty else { return nil }
    let first = takeFirst()
    if count < capacity / 4, capacity > Self.smallestCapacity { resize(to: capacity / 2) }
    return first
  }

  /// Marks the last action as the end of a batch.
  @inlinable
  mutating func endBatch() {
    if !isEmpty { unsafe slot(count - 1).pointee.isFollowed = false }
  }

  /// The effects that sent the waiting actions, in order.
  var senders: [ActionSender] {
    (0..<count).map { unsafe ActionSender(slot($0).pointee.source, slot($0).pointee.stream) }
  }

  /// Removes some of the first actions.
  ///
  /// - Parameter isRemoved: A Boolean value for each of them.
  /// - Returns: The removed actions. The caller destroys them when the queue is consistent again,
  ///   because the `deinit` of a payload may send.
  mutating func remove(where isRemoved: [Bool]) -> [Entry] {
    var removed: [Entry] = []
    for index in 0..<count {
      let entry = takeFirst()
      if index < isRemoved.count, isRemoved[index] {
        removed.append(entry)
      } else {
        unsafe slot(count).initialize(to: entry)
        storedCount += 1
      }
    }
    if !removed.isEmpty { removals &+= 1 }
    return removed
  }

  @inlinable
  func slot(_ offset: Int) -> UnsafeMutablePointer<Entry> {
    unsafe slots.unsafelyUnwrapped.advanced(by: (Int(start) + offset) & (capacity - 1))
  }

  @inlinable
  mutating func takeFirst() -> Entry {
    let first = unsafe slot(0).move()
    start = (start + 1) & (storedCapacity - 1)
    storedCount -= 1
    return first
  }

  // Separate, because a queue rarely grows.
  @inlinable
  @inline(never)
  mutating func resize(to newCapacity: Int) {
    let moved = UnsafeMutablePointer<Entry>.allocate(capacity: newCapacity)
    for offset in 0..<count {
      unsafe moved.advanced(by: offset).initialize(to: slot(offset).move())
    }
    unsafe slots?.deallocate()
    slots = unsafe moved
    storedCapacity = UInt32(newCapacity)
    start = 0
  }
}
