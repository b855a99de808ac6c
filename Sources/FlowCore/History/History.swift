/// What happened to a store: its newest actions, and its state at intervals, in bounded memory.
///
/// ```swift
/// let history = History<AppState, AppAction>(capacity: 1_000, interval: 50)
/// let store = Store(initialState: AppState(), reducer: AppReducer().recording(into: history))
/// store.send(.add(1))
/// try history.goBack(in: store)
/// ```
///
/// Position 0 is before the first action ever, position *n* after the *n*th. Any position within
/// reach can be listed and gone to; an action that is reduced while the store is in the past takes
/// the place of the future, as in an editor. That holds for what an effect answers late, too. A
/// state that was put into the store by someone else (`Store.restore(_:)`) is kept beside the others
/// and becomes what is after the present position.
///
/// What it costs: recording an action is a copy of it and a few comparisons, with no allocation of
/// its own: the memory for `capacity + interval - 1` actions and `capacity / interval + 1` states,
/// rounded up, is taken at the start. More is taken only for restored states, and given back when
/// they are out of reach: there are never more kept states than `capacity + 1`, and never more than
/// `capacity / interval + 2` beside those that were restored. A kept state shares its collections with the store's, so that
/// keeping is cheap and the next write to each collection copies it, once for each interval: with
/// 10,000 elements and an interval of 1 every write copies 10,000 elements; with 1,000, one in a
/// thousand. A large interval makes going back slower: it reduces up to that many actions again.
///
/// It is not `Sendable`: it belongs to its store's actor. Its reducer must be pure, as all should
/// be.
public final class History<State, Action> {
  // Allocated by itself: access to a class's property would cost an exclusivity check for each
  // action, several times what recording costs. The store never reduces two actions at a time.
  @usableFromInline let tape: UnsafeMutablePointer<HistoryTape<State, Action>>
  /// How many steps back are always possible from the newest position there ever was, once so many
  /// actions were recorded; whatever was restored meanwhile.
  ///
  /// What was forgotten does not come back when the future is dropped: who goes back by all of them
  /// and sends has a single step, and one more with each action.
  public let capacity: Int
  /// How many actions lie between two kept states, at most.
  public let interval: Int
  private var fold: ((inout State, Action) -> Void)?
  private weak var store: AnyObject?
  private var isMoving = false

  /// An empty history.
  ///
  /// - Parameters:
  ///   - capacity: How many steps back must be possible, at least 1; up to `interval - 1` more may
  ///     be.
  ///   - interval: A state is kept each time so many actions were recorded since the last one, at
  ///     least 1.
  public init(capacity: Int, interval: Int) {
    precondition(capacity >= 1, "a history's capacity must be at least 1, got \(capacity)")
    precondition(interval >= 1, "a history's interval must be at least 1, got \(interval)")
    self.capacity = capacity
    self.interval = interval
    tape = .allocate(capacity: 1)
    tape.initialize(to: HistoryTape(capacity: capacity, interval: interval))
  }

  deinit {
    tape.deinitialize(count: 1)
    tape.deallocate()
  }

  /// Where the store is: how many actions led to its state.
  public var position: Int { tape.pointee.cursor }

  /// The positions that can be reached; empty before the first action.
  ///
  /// The last one is after the newest action, whether or not the store is there.
  public var positions: Range<Int> { tape.pointee.positions }

  /// Whether there is something to go back to.
  public var canGoBack: Bool { positions.contains(position - 1) }

  /// Whether there is something to go forward to.
  public var canGoForward: Bool { positions.contains(position + 1) }

  /// The action that led to a position.
  ///
  /// - Throws: `HistoryError.outOfReach` for a position that is not in `positions`, or the first
  ///   of them, whose action is gone.
  public func action(to position: Int) throws(HistoryError) -> Action {
    let known = positions.dropFirst()
    guard known.contains(position) else {
      throw .outOfReach(position: position, positions: known)
    }
    return tape.pointee.action(to: position)
  }

  /// The state at a position, recomputed from the nearest kept state before it; what the reducer
  /// asks for meanwhile is not done.
  ///
  /// - Throws: `HistoryError.outOfReach` for a position that is not in `positions`.
  /// - Complexity: O(`interval`) reductions.
  public func state(after position: Int) throws(HistoryError) -> State {
    guard positions.contains(position) else {
      throw .outOfReach(position: position, positions: positions)
    }
    let kept = tape.pointee.keptState(upTo: position)
    var state = kept.state
    for next in kept.position..<position { fold?(&state, tape.pointee.action(to: next + 1)) }
    return state
  }

  /// Whether the state at a position was put there from outside, and is not what its action made
  /// of the one before.
  public func isReplaced(at position: Int) -> Bool {
    guard positions.contains(position) else { return false }
    let kept = tape.pointee.keptState(upTo: position)
    return kept.position == position && kept.isReplacement
  }
}

// MARK: - Moving

extension History {
  /// Undoes the last action: puts the store's state back to what it was before.
  ///
  /// - Throws: As `go(to:in:)`.
  public func goBack<R: Reducer<State, Action>>(in store: Store<R>) throws(HistoryError) {
    try go(to: position - 1, in: store)
  }

  /// Does again what was undone.
  ///
  /// - Throws: As `go(to:in:)`.
  public func goForward<R: Reducer<State, Action>>(in store: Store<R>) throws(HistoryError) {
    try go(to: position + 1, in: store)
  }

  /// Puts the store's state to what it was, or will be, at a position. No effect is run; who
  /// watches the store is notified of what differs.
  ///
  /// - Parameters:
  ///   - position: One of `positions`.
  ///   - store: The store made with `reducer.recording(into:)` of this history.
  /// - Throws: `HistoryError.outOfReach`; `HistoryError.foreignStore`. Nothing has changed then.
  /// - Precondition: Not called by the store's own reducer.
  /// - Complexity: O(`interval`) reductions.
  public func go<R: Reducer<State, Action>>(
    to position: Int, in store: Store<R>
  ) throws(HistoryError) {
    guard store.reducer.records(into: self), self.store == nil || self.store === store else {
      throw .foreignStore
    }
    self.store = store
    let state = try state(after: position)
    // Before the state is there: an observer that is notified of it may send the next action.
    tape.pointee.cursor = position
    isMoving = true
    store.restore(state)
  }
}

// MARK: - Recording

extension History {
  @usableFromInline
  func begin<R: Reducer<State, Action>>(with reducer: R) {
    precondition(
      fold == nil, "a history records one reducer, got a second one: \(type(of: reducer))")
    let plain = reducer.withoutOnlookers()
    fold = { state, action in _ = plain.reduce(into: &state, action: action) }
  }

  @usableFromInline
  func stateWasReplaced(by state: State) {
    // What an observer that is notified of the move restores is another matter.
    guard !isMoving else {
      isMoving = false
      return
    }
    tape.pointee.replace(state)
  }
}

/// A request to a history that it cannot meet; nothing has changed.
public enum HistoryError: Error, Equatable, CustomStringConvertible {
  /// The position is older than what is kept, newer than the newest action, or nothing was
  /// recorded.
  case outOfReach(position: Int, positions: Range<Int>)
  /// The store's reducer does not record into this history, or another store's does.
  case foreignStore

  /// One line for a reader: the rule, what was asked.
  public var description: String {
    switch self {
    case .outOfReach(let position, let positions) where positions.isEmpty:
      "a position must be one that was recorded, and none is, got \(position)"
    case .outOfReach(let position, let positions):
      "a position must be \(positions.lowerBound) to \(positions.upperBound - 1), got \(position)"
    case .foreignStore:
      "a history moves the store that it records, got another one; "
        + "make the store with `reducer.recording(into: history)`"
    }
  }
}
