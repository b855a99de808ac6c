/// What a history remembers: the newest actions, and states at intervals to start from.
///
/// What must be true of it: every action after the oldest kept state is there, and no two kept
/// states are further apart than the interval, so that every position from the oldest kept state
/// on is reached by reducing fewer actions than the interval, or as many. The oldest kept state is
/// the newest that was ever `capacity` steps back, if there is one: it goes when the next one is.
///
/// So there are never more kept states than `capacity + 1`, and never more than
/// `capacity / interval + 2` beside those that were put there from outside.
@usableFromInline
struct HistoryTape<State, Action>: ~Copyable {
  /// A state as it was when so many actions had been reduced.
  @usableFromInline
  struct KeptState {
    @usableFromInline let position: Int
    @usableFromInline let state: State
    /// Whether it was put there from outside, and is not what the actions before make.
    @usableFromInline let isReplacement: Bool

    @usableFromInline
    init(position: Int, state: State, isReplacement: Bool) {
      self.position = position
      self.state = state
      self.isReplacement = isReplacement
    }
  }

  @usableFromInline let capacity: Int
  @usableFromInline let interval: Int
  /// How many states there is room for at least: as many as are kept when none was put there from
  /// outside, which are one that is `capacity` steps back and those that are newer.
  @usableFromInline let leastRoom: Int
  @usableFromInline var actions: Ring<Action>
  @usableFromInline var states: Ring<KeptState>
  /// The position after the newest action.
  @usableFromInline var end = 0
  /// The position that the store is at.
  @usableFromInline var cursor = 0
  @usableFromInline var nextKept = 0
  /// The position of the newest action at which the oldest kept state is no longer needed.
  @usableFromInline var nextDropped = Int.max

  @usableFromInline
  init(capacity: Int, interval: Int) {
    self.capacity = capacity
    self.interval = interval
    // The oldest kept state goes as soon as the next one, at most `interval` actions newer, is
    // `capacity` steps back.
    actions = Ring(capacity: capacity + interval - 1)
    leastRoom = (capacity + interval - 1) / interval + 1
    states = Ring(capacity: leastRoom)
  }

  /// Notes an action that is about to be reduced, and the state before it where one is due.
  @inlinable
  mutating func record(_ action: Action, before state: borrowing State) {
    if cursor != end { dropFuture() }
    if end == nextKept { keep(state) }
    actions.append(action)
    end &+= 1
    cursor = end
    if end >= nextDropped { dropOldest() }
  }

  // Not inlined: the rare part would push the reduction out of the sender's loop.
  @inlinable @inline(never)
  mutating func keep(_ state: borrowing State) {
    let kept = KeptState(position: end, state: copy state, isReplacement: false)
    guard nextDropped == end &+ 1 else { return add(kept) }
    // The action that comes now makes the oldest needless; with short intervals each one does.
    states.replaceFirst(withLast: kept)
    nextKept = end &+ interval
    oldestDropped()
  }

  /// Adds the newest kept state, at the end.
  @inlinable @inline(__always)
  mutating func add(_ kept: consuming KeptState) {
    if states.count == states.capacity { makeRoom() }
    states.append(kept)
    nextKept = end &+ interval
    if states.count == 2 { nextDropped = end &+ capacity }
  }

  /// Forgets the oldest kept state: the next one is far enough back.
  // Not inlined, as above.
  @inlinable @inline(never)
  mutating func dropOldest() {
    states.removeFirst()
    oldestDropped()
  }

  @inlinable @inline(__always)
  mutating func oldestDropped() {
    nextDropped = states.count > 1 ? states[1].position &+ capacity : .max
    if states.capacity > leastRoom { giveBack() }
  }

  /// Takes more memory: states were put there from outside.
  @usableFromInline @inline(never)
  mutating func makeRoom() {
    states.resize(to: Swift.min(2 * states.capacity, capacity + 1))
  }

  /// Gives back half of the memory that states from outside needed, once a quarter is enough.
  @usableFromInline @inline(never)
  mutating func giveBack() {
    guard states.count <= states.capacity / 4 else { return }
    states.resize(to: Swift.max(states.capacity / 2, leastRoom))
  }

  /// Forgets what is after the cursor.
  @usableFromInline
  mutating func dropFuture() {
    actions.removeLast(end - cursor)
    end = cursor
    while states[states.count - 1].position > cursor { states.removeLast() }
    nextKept = states[states.count - 1].position + interval
    if states.count == 1 { nextDropped = .max }
    if states.capacity > leastRoom { giveBack() }
  }

  /// Notes that the state at the cursor was replaced from outside: whatever comes later comes from
  /// the new one.
  @usableFromInline
  mutating func replace(_ state: State) {
    // Before the first action nothing is known; the first one will find the new state.
    guard states.count > 0 else { return }
    if cursor != end { dropFuture() }
    let kept = KeptState(position: end, state: state, isReplacement: true)
    if states[states.count - 1].position == end {
      states[states.count - 1] = kept
    } else {
      add(kept)
    }
  }

  /// The positions whose state is known.
  @usableFromInline
  var positions: Range<Int> { states.count == 0 ? 0..<0 : states[0].position..<end + 1 }

  @usableFromInline
  func action(to position: Int) -> Action { actions[position - 1 - (end - actions.count)] }

  /// The newest kept state that is not after a position, found by bisection.
  @usableFromInline
  func keptState(upTo position: Int) -> KeptState {
    var (low, high) = (0, states.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if states[middle].position <= position { low = middle } else { high = middle }
    }
    return states[low]
  }
}
