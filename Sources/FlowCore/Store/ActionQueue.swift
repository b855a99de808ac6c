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

    @inlinable
    init(action: consuming Action, run: EffectRun?, source: EffectPath?) {
      self.action = action
      self.run = run
      self.source = source
    }
  }

  /// A ring.
  @usableFromInline var slots: UnsafeMutablePointer<Entry>
  /// A power of two.
  @usableFromInline var capacity: Int
  @usableFromInline var start = 0
  @usableFromInline var count = 0

  @inlinable static var smallestCapacity: Int { 8 }

  @inlinable
  init() {
    capacity = Self.smallestCapacity
    slots = .allocate(capacity: capacity)
  }

  @inlinable
  deinit {
    for offset in 0..<count { slots.advanced(by: slot(offset)).deinitialize(count: 1) }
    slots.deallocate()
  }

  @inlinable var isEmpty: Bool { count == 0 }

  /// Adds an action at the end.
  @inlinable
  mutating func append(_ entry: consuming Entry) {
    // Who waits for the run waits for the action, too.
    entry.run?.begin()
    if count == capacity { resize(to: 2 * capacity) }
    slots.advanced(by: slot(count)).initialize(to: entry)
    count += 1
  }

  /// The first one, which leaves the queue. Its run still waits for it.
  @inlinable
  mutating func popFirst() -> Entry? {
    guard count > 0 else { return nil }
    let first = slots.advanced(by: start).move()
    start = slot(1)
    count -= 1
    if count < capacity / 4, capacity > Self.smallestCapacity { resize(to: capacity / 2) }
    return first
  }

  /// Removes answers of effects.
  ///
  /// - Parameter isDropped: Asked of where each answer comes from.
  /// - Returns: Those whose runs waited for them.
  mutating func removeAnswers(where isDropped: (EffectPath) -> Bool) -> [EffectRun] {
    var runs: [EffectRun] = []
    for _ in 0..<count {
      let entry = slots.advanced(by: start).move()
      start = slot(1)
      count -= 1
      if let source = entry.source, isDropped(source) {
        if let run = entry.run { runs.append(run) }
      } else {
        slots.advanced(by: slot(count)).initialize(to: entry)
        count += 1
      }
    }
    return runs
  }

  @inlinable
  func slot(_ offset: Int) -> Int { (start + offset) & (capacity - 1) }

  // Apart: a queue is rarely longer than it was.
  @inlinable
  @inline(never)
  mutating func resize(to newCapacity: Int) {
    let moved = UnsafeMutablePointer<Entry>.allocate(capacity: newCapacity)
    for offset in 0..<count {
      moved.advanced(by: offset).initialize(to: slots.advanced(by: slot(offset)).move())
    }
    slots.deallocate()
    slots = moved
    capacity = newCapacity
    start = 0
  }
}
