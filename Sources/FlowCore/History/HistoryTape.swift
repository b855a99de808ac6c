/// The storage of a history: the latest actions, and recorded states at intervals.
///
/// Invariants: every action after the oldest recorded state is available, and recorded states are
/// at most `interval` actions apart. The oldest recorded state is the latest that was ever
/// `capacity` steps back, if there is one.
///
/// There are at most `capacity + 1` recorded states, and at most `capacity / interval + 2` of them
/// were not restored.
@usableFromInline
struct HistoryTape<State, Action>: ~Copyable {
  /// The state after a number of actions.
  @usableFromInline
  struct KeptState {
    @usableFromInline let position: Int
    @usableFromInline let state: State
    /// A Boolean value that indicates whether the state was set by `Store.restore(_:)`.
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
  /// The number of recorded states without restored ones.
  @usableFromInline let minimumStateCapacity: Int
  @usableFromInline var actions: Ring<Action>
  @usableFromInline var states: Ring<KeptState>
  @usableFromInline var end = 0
  /// The number of actions after the cursor.
  @usableFromInline var undone = 0
  /// A Boolean value that indicates whether a rule decides which actions are recorded.
  var isSelective = false { didSet { updateIsPlain() } }
  /// A Boolean value that indicates whether the store's state differs from that at the cursor, because
  /// an action was not recorded.
  private(set) var isChanged = false
  /// A Boolean value that indicates whether the next action is recorded at the end.
  @usableFromInline private(set) var isPlain = true
  @usableFromInline var nextKept = 0
  /// The end at which the oldest recorded state is no longer needed.
  @usableFromInline var nextDropped = Int.max

  @usableFromInline
  init(capacity: Int, interval: Int) {
    self.capacity = capacity
    self.interval = interval
    // The oldest recorded state is dropped as soon as the next one, at most `interval` actions
    // later, is `capacity` steps back.
    actions = Ring(capacity: capacity + interval - 1)
    minimumStateCapacity = (capacity + interval - 1) / interval + 1
    states = Ring(capacity: minimumStateCapacity)
  }

  /// Records an action at the end, and the state before it if one is due.
  @inlinable
  mutating func record(_ action: Action, before state: borrowing State) {
    if end == nextKept { keep(state) }
    actions.append(action)
    end &+= 1
    if end >= nextDropped { dropOldest() }
  }

  /// Drops everything after the cursor and records an action there.
  @usableFromInline
  mutating func recordAtCursor(_ action: Action, before state: State) {
    if isChanged { replace(state) }
    dropFuture()
    record(action, before: state)
  }

  /// Notes that an action was reduced that is not recorded.
  @usableFromInline
  mutating func skip() {
    isChanged = true
    updateIsPlain()
  }

  /// The number of actions that led to the store's state.
  @inlinable var cursor: Int { end &- undone }

  /// Moves the cursor.
  mutating func move(to position: Int) {
    undone = end - position
    isChanged = false
    updateIsPlain()
  }

  private mutating func updateIsPlain() { isPlain = undone == 0 && !isSelective && !isChanged }

  // Not inlined: the rare part would move the reduction out of the sender's loop.
  @inlinable @inline(never)
  mutating func keep(_ state: borrowing State) {
    let kept = KeptState(position: end, state: copy state, isReplacement: false)
    guard nextDropped == end &+ 1 else { return add(kept) }
    // The action that is being recorded makes the oldest state unnecessary. With short intervals,
    // each action does.
    states.replaceFirst(withLast: kept)
    nextKept = end &+ interval
    oldestDropped()
  }

  @inlinable @inline(__always)
  mutating func add(_ kept: consuming KeptState) {
    if states.count == states.capacity { growStates() }
    states.append(kept)
    nextKept = end &+ interval
    if states.count == 2 { nextDropped = end &+ capacity }
  }

  // Not inlined, as above.
  @inlinable @inline(never)
  mutating func dropOldest() {
    states.removeFirst()
    oldestDropped()
  }

  @inlinable @inline(__always)
  mutating func oldestDropped() {
    nextDropped = states.count > 1 ? states[1].position &+ capacity : .max
    if states.capacity > minimumStateCapacity { shrinkStates() }
  }

  @usableFromInline @inline(never)
  mutating func growStates() {
    states.resize(to: Swift.min(2 * states.capacity, capacity + 1))
  }

  /// Releases half of the memory for restored states when a quarter is sufficient.
  @usableFromInline @inline(never)
  mutating func shrinkStates() {
    guard states.count <= states.capacity / 4 else { return }
    states.resize(to: Swift.max(states.capacity / 2, minimumStateCapacity))
  }

  /// Drops all actions and states after the cursor.
  private mutating func dropFuture() {
    guard undone > 0 else { return }
    actions.removeLast(undone)
    end -= undone
    move(to: end)
    while states[states.count - 1].position > cursor { states.removeLast() }
    nextKept = states[states.count - 1].position + interval
    if states.count == 1 { nextDropped = .max }
    if states.capacity > minimumStateCapacity { shrinkStates() }
  }

  /// Replaces the state at the cursor and drops everything after it.
  @usableFromInline
  mutating func replace(_ state: State) {
    isChanged = false
    updateIsPlain()
    // The first action records the new state.
    guard states.count > 0 else { return }
    dropFuture()
    let kept = KeptState(position: end, state: state, isReplacement: true)
    if states[states.count - 1].position == end {
      states[states.count - 1] = kept
    } else {
      add(kept)
    }
  }

  @usableFromInline
  var positions: Range<Int> { states.count == 0 ? 0..<0 : states[0].position..<end + 1 }

  @usableFromInline
  func action(to position: Int) -> Action { actions[position - 1 - (end - actions.count)] }

  /// Returns the latest recorded state that is not after a position.
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
