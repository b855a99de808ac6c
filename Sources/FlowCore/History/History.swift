/// A record of a store's latest actions, with states at intervals, in bounded memory.
///
/// ```swift
/// let history = History<AppState, AppAction>(capacity: 1_000, interval: 50)
/// let store = Store(initialState: AppState(), reducer: AppReducer().recording(into: history))
/// store.send(.add(1))
/// try history.goBack(in: store)
/// ```
///
/// Position 0 is before the first action, and position *n* is after the *n*th. You can list and
/// visit all positions in `positions`. An action that is reduced at an earlier position replaces
/// everything after it, as in an editor, unless it only causes a fault because its part is missing.
/// A state set by `Store.restore(_:)` is also kept and becomes the end of the history.
///
/// Recording an action costs a copy and a few comparisons, and no allocation. The memory for
/// `capacity + interval - 1` actions and `capacity / interval + 1` states (rounded up) is allocated
/// at the start. Only restored states, and states after actions that a rule does not record, need
/// more, at most `capacity + 1` states in all.
///
/// A recorded state shares its collections with the store's state, so the next write to each
/// collection copies it, once per interval. A large interval makes steps back slower, because each
/// reduces up to `interval` actions again.
///
/// A history is confined to the actor of its store. Its reducer must be pure.
@safe
// Safe: the history owns its tape, which is consistent when a dropped action or state is released.
public final class History<State, Action> {
  // Allocated separately, because access to a property of a class costs an exclusivity check, which
  // takes several times as long as recording an action.
  @safe @usableFromInline let tape: UnsafeMutablePointer<HistoryTape<State, Action>>
  /// The number of steps back that are always possible from the latest position ever reached.
  ///
  /// Positions that were dropped do not return. After you go back by all steps and send an action,
  /// one step back is possible, and one more with each further action.
  public let capacity: Int
  /// The maximum number of actions between two recorded states.
  public let interval: Int
  private var fold: ((inout State, Action) -> Void)?
  /// An action that is being reduced before others that can be redone, and the state before it.
  private var undecided: (action: Action, state: State)?
  /// Returns whether an action is recorded; `nil` if all are.
  private var rule: ((Action) -> Bool)?
  private weak var store: AnyObject?
  private var isMoving = false

  /// Creates an empty history.
  ///
  /// - Parameters:
  ///   - capacity: The number of steps back that must be possible, at least 1. Up to `interval - 1`
  ///     more may be possible.
  ///   - interval: The number of actions between recorded states, at least 1.
  public init(capacity: Int, interval: Int) {
    precondition(capacity >= 1, "a history's capacity must be at least 1, got \(capacity)")
    precondition(interval >= 1, "a history's interval must be at least 1, got \(interval)")
    self.capacity = capacity
    self.interval = interval
    tape = .allocate(capacity: 1)
    unsafe tape.initialize(to: HistoryTape(capacity: capacity, interval: interval))
  }

  deinit {
    unsafe tape.deinitialize(count: 1)
    unsafe tape.deallocate()
  }

  /// The current position of the store: the number of actions that led to its state.
  public var position: Int { tape.pointee.cursor }

  /// The positions that can be visited; empty before the first action.
  ///
  /// The last position is after the latest action, even if the store is at an earlier one.
  public var positions: Range<Int> { tape.pointee.positions }

  /// A Boolean value that indicates whether `goBack(in:)` is possible.
  public var canGoBack: Bool { positions.contains(position - 1) }

  /// A Boolean value that indicates whether `goForward(in:)` is possible.
  public var canGoForward: Bool { positions.contains(position + 1) }

  /// Returns the action that led to a position.
  ///
  /// - Throws: `HistoryError.outOfReach` if the position is not in `positions`, or is the first of
  ///   them.
  public func action(to position: Int) throws(HistoryError) -> Action {
    let known = positions.dropFirst()
    guard known.contains(position) else {
      throw .outOfReach(position: position, positions: known)
    }
    return tape.pointee.action(to: position)
  }

  /// Returns the state at a position, computed from the nearest recorded state. No effects run.
  ///
  /// - Throws: `HistoryError.outOfReach` if the position is not in `positions`.
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

  /// Returns a Boolean value that indicates whether the state at a position was set by
  /// `Store.restore(_:)`, or by actions that were not recorded.
  public func isReplaced(at position: Int) -> Bool {
    guard positions.contains(position) else { return false }
    let kept = tape.pointee.keptState(upTo: position)
    return kept.position == position && kept.isReplacement
  }
}

// MARK: - Moving

extension History {
  /// Undoes the last action.
  ///
  /// - Throws: The errors of `go(to:in:)`.
  public func goBack<R: Reducer<State, Action>>(in store: Store<R>) throws(HistoryError) {
    try go(to: position - 1, in: store)
  }

  /// Redoes an action that was undone.
  ///
  /// - Throws: The errors of `go(to:in:)`.
  public func goForward<R: Reducer<State, Action>>(in store: Store<R>) throws(HistoryError) {
    try go(to: position + 1, in: store)
  }

  /// Sets the state of the store to that of a position. No effects run, and observers of changed
  /// parts are notified.
  ///
  /// - Parameters:
  ///   - position: One of `positions`.
  ///   - store: The store that was created with `reducer.recording(into:)` of this history.
  /// - Throws: `HistoryError.outOfReach` or `HistoryError.foreignStore`. The store is then
  ///   unchanged.
  /// - Precondition: Not called by the store's reducer.
  /// - Complexity: O(`interval`) reductions.
  public func go<R: Reducer<State, Action>>(
    to position: Int, in store: Store<R>
  ) throws(HistoryError) {
    guard store.reducer.records(into: self), self.store == nil || self.store === store else {
      throw .foreignStore
    }
    self.store = store
    // What the latest step and the actions after it made is what redoing the step restores.
    if tape.pointee.isChanged, !canGoForward, positions.contains(position) {
      tape.pointee.replace(store.current)
    }
    let state = try state(after: position)
    // Before the state is restored, because a notified observer may send the next action.
    tape.pointee.move(to: position)
    isMoving = true
    store.restore(state)
  }
}

// MARK: - Recording

extension History {
  @usableFromInline
  func begin<R: Reducer<State, Action>>(with reducer: R, _ rule: ((Action) -> Bool)?) {
    precondition(
      fold == nil, "a history records one reducer, got a second one: \(type(of: reducer))")
    self.rule = rule
    tape.pointee.isSelective = rule != nil
    let plain = reducer.withoutTransparentReducers()
    fold = { state, action in _ = plain.reduce(into: &state, action: action) }
  }

  /// Begins an action that may not be recorded.
  @usableFromInline
  func begin(_ action: Action, before state: State) {
    guard rule?(action) ?? true else { return tape.pointee.skip() }
    guard canGoForward else { return tape.pointee.recordAtCursor(action, before: state) }
    // Whether its part is there is known when it has been reduced.
    undecided = (action, state)
  }

  /// Ends an action that may not be recorded.
  @usableFromInline
  func end(isRefused: Bool) {
    guard let (action, state) = undecided else { return }
    undecided = nil
    if isRefused { return tape.pointee.skip() }
    tape.pointee.recordAtCursor(action, before: state)
  }

  @usableFromInline
  func stateWasReplaced(by state: State) {
    // Only the move itself: an observer that it notifies may restore another state.
    guard !isMoving else {
      isMoving = false
      return
    }
    tape.pointee.replace(state)
  }
}

/// An error of a history. The store is unchanged.
public enum HistoryError: Error, Equatable, CustomStringConvertible {
  /// The position is not in `positions`.
  case outOfReach(position: Int, positions: Range<Int>)
  /// The reducer of the store does not record into this history, or another store's does.
  case foreignStore

  /// A description in one line.
  public var description: String {
    switch self {
    case .outOfReach(let position, let positions) where positions.isEmpty:
      "no position has been recorded, got \(position)"
    case .outOfReach(let position, let positions):
      "a position must be \(positions.lowerBound) to \(positions.upperBound - 1), got \(position)"
    case .foreignStore:
      "the history does not record this store; "
        + "create the store with `reducer.recording(into: history)`"
    }
  }
}
