/// What a history remembers: the newest actions, and states at intervals to start from.
///
/// What must be true of it: every action after the oldest kept state is there, and no two kept
/// states are further apart than the interval, so that every position from the oldest kept state
/// on is reached by reducing fewer actions than the interval, or as many.
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

  @usableFromInline let interval: Int
  @usableFromInline var actions: Ring<Action>
  @usableFromInline var states: Ring<KeptState>
  /// The position after the newest action.
  @usableFromInline var end = 0
  /// The position that the store is at.
  @usableFromInline var cursor = 0
  /// The position of the next state to be kept.
  @usableFromInline var nextKept = 0

  @usableFromInline
  init(capacity: Int, interval: Int) {
    self.interval = interval
    // With so many actions the oldest kept state is always at least `capacity` steps back: the
    // next one is at most `interval - 1` actions newer than the oldest action needed.
    let length = capacity + interval - 1
    actions = Ring(capacity: length)
    states = Ring(capacity: (length + interval - 1) / interval)
  }

  /// Notes an action that is about to be reduced, and the state before it where one is due.
  @inlinable
  mutating func record(_ action: Action, before state: borrowing State) {
    if cursor != end { dropFuture() }
    if end == nextKept { keep(state) }
    actions.append(action)
    end &+= 1
    cursor = end
    if states[0].position < end &- actions.count { states.removeFirst() }
  }

  // Not inlined: the rare part would push the reduction out of the sender's loop.
  @inlinable @inline(never)
  mutating func keep(_ state: borrowing State) {
    states.append(KeptState(position: end, state: copy state, isReplacement: false))
    nextKept = end + interval
  }

  /// Forgets what is after the cursor.
  @usableFromInline
  mutating func dropFuture() {
    actions.removeLast(end - cursor)
    end = cursor
    while states[states.count - 1].position > cursor { states.removeLast() }
    nextKept = states[states.count - 1].position + interval
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
      states.append(kept)
    }
    nextKept = end + interval
  }

  /// The positions whose state can be told.
  @usableFromInline
  var positions: Range<Int> { states.count == 0 ? 0..<0 : states[0].position..<end + 1 }

  /// The action that led to a position.
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
