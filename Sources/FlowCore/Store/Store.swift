/// `flow`: our own store. What the published shapes do, at the floor's price.
///
/// What must be true of it: a send over a reducer that asks for nothing, with nobody watching, does
/// no more than the reducer itself plus two checks; actions are reduced one after the other, in the
/// order in which they were sent, also when a watcher or an effect sends while another action is
/// handled; who watches a part is told of changes to it only.
///
/// What it costs: a word read and written around each reduction. A watcher costs nothing while
/// actions leave its part alone, else one comparison.
///
/// It is not `Sendable`: a store belongs to the actor it was made on (the main actor, any other, or
/// none), and so do its scopes, its watchers and its effects. The compiler keeps them together, and
/// nothing hops between executors unless an effect asks for it.
public final class Store<R: Reducer>: StoreView {
  /// What it keeps.
  public typealias State = R.State
  /// What can be sent.
  public typealias Action = R.Action

  // The state lies in memory that the store allocates itself, not in a stored property: the
  // compiler guards each access to a class's property with a dynamic exclusivity check (two calls
  // into the runtime, several times the cost of a small reducer). Here the board gives the same
  // guarantee, that no two reductions overlap, for one bit, and queues where the runtime traps.
  @usableFromInline let place: UnsafeMutablePointer<R.State>
  @usableFromInline let board: UnsafeMutablePointer<StoreBoard>
  @usableFromInline let queue: UnsafeMutablePointer<ActionQueue<R.Action>>
  @usableFromInline let reducer: R
  @usableFromInline let watchers: Watchers
  @usableFromInline let runner: EffectRunner<R.Action>

  /// Starts at `initialState`, on the caller's actor.
  ///
  /// If the caller's task prefers a task executor, the tasks of the store's effects prefer it, too.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - reducer: The fold.
  ///   - isolation: The actor the store belongs to: the caller's. A store made outside any actor
  ///     carries out single tasks only, and those only for `await run(_:)`; any other effect that
  ///     may suspend stops the program.
  ///   - faults: Told of what went wrong and stopped nothing; by default it goes to standard error.
  @inlinable
  public init(
    initialState: R.State, reducer: R, isolation: isolated (any Actor)? = #isolation,
    faults: @escaping (StoreFault) -> Void = StoreFault.writeToStandardError
  ) {
    place = .allocate(capacity: 1)
    place.initialize(to: initialState)
    queue = .allocate(capacity: 1)
    queue.initialize(to: ActionQueue())
    watchers = Watchers()
    board = watchers.board
    self.reducer = reducer
    runner = EffectRunner(isolation: isolation, report: faults)
    runner.deliver = { [unowned self] action, sender in
      receive(action, for: sender, isAnswer: true)
    }
  }

  deinit {
    runner.storeEnded()
    place.deinitialize(count: 1)
    place.deallocate()
    queue.deinitialize(count: 1)
    queue.deallocate()
  }

  /// Reduces `action`, tells whoever watches, and starts the work it asked for.
  ///
  /// What effects answer without suspending is reduced before it returns. Sent while another action
  /// is handled (by a watcher, an effect or the reducer itself), it is queued: it is reduced after
  /// all that was sent before it, before the outer send returns.
  @inlinable
  public func send(_ action: consuming R.Action) {
    guard board.pointee.status == [] else {
      sendWatched(action)
      return
    }
    board.pointee.status = .reducing
    // In place: a local copy would hold a second reference to every collection in the state, and
    // the first write would then copy the whole buffer.
    let effect = reducer.reduce(into: &place.pointee, action: action)
    switch effect {
    case .none:
      guard board.pointee.status == .reducing else {
        settle(.none, for: nil)
        return
      }
      board.pointee.status = []
    case .run(let work):
      // Here, where the reducer is inlined, the optimiser makes no closure of the work.
      board.pointee.status = board.pointee.status.subtracting(.reducing).union(.settling)
      if let answer = work() { settle(.send(answer), for: nil) } else { settle(.none, for: nil) }
    case .send, .work, .later:
      settle(effect, for: nil)
    }
  }

  /// As `send`, while somebody watches or another action is being handled.
  // Not inlined into `send`: the rare part would push the reduction out of its caller's loop, and
  // whatever it needs would be written to memory at every action.
  @inlinable
  @inline(never)
  func sendWatched(_ action: consuming R.Action) {
    guard board.pointee.status == .watched,
      board.pointee.isUnwatched(reducer.footprint(of: action))
    else {
      receive(action, for: nil, isAnswer: false)
      return
    }
    // Somebody watches, but nobody what this action may change.
    board.pointee.status = [.watched, .reducing]
    let effect = reducer.reduce(into: &place.pointee, action: action)
    guard case .none = effect, board.pointee.status == [.watched, .reducing] else {
      settle(effect, for: nil)
      return
    }
    board.pointee.status = .watched
  }

  /// Handles an action now, or queues it when another is being handled.
  @inlinable
  func receive(_ action: consuming R.Action, for sender: Errand?, isAnswer: Bool) {
    guard board.pointee.status.isDisjoint(with: [.reducing, .settling]) else {
      queue.pointee.append(action, sender: sender, isAnswer: isAnswer)
      board.pointee.status.insert(.queued)
      return
    }
    if isAnswer { reducer.willReduceAnswer(action) }
    let effect = reduce(action)
    if case .none = effect, !board.pointee.status.contains(.queued) {
      board.pointee.status.remove(.settling)
    } else {
      settle(effect, for: sender)
    }
  }

  /// Reduces an action and tells whoever watches what it may have changed. Others wait in the queue
  /// from then on, until `settle` is done.
  @inlinable
  func reduce(_ action: R.Action) -> Effect<R.Action> {
    let isWatched = board.pointee.status.contains(.watched)
    let footprint = isWatched ? reducer.footprint(of: action) : .nothing
    board.pointee.status.insert(.reducing)
    let effect = reducer.reduce(into: &place.pointee, action: action)
    board.pointee.status.remove(.reducing)
    board.pointee.status.insert(.settling)
    if isWatched {
      assert(
        watchers.isUnchanged(outside: footprint),
        "a reducer's footprint must hold all that it changes, got too small a one for \(action)")
      watchers.tell(footprint)
    }
    return effect
  }

  /// Does what a reduction asked for, then handles everything queued.
  // Not inlined into `send`, as above.
  @inlinable
  @inline(never)
  func settle(_ first: Effect<R.Action>, for firstSender: Errand?) {
    board.pointee.status.remove(.reducing)
    board.pointee.status.insert(.settling)
    var effect = first
    var sender = firstSender
    // Whoever waits for a queued action waits until the work it asked for has begun to count.
    var waiting: Errand?
    while true {
      var answer: R.Action?
      switch effect {
      case .none: break
      case .send(let action): answer = action
      case .run(let work): answer = work()
      case .work, .later: runner.start(effect, .init(part: sender, sender: sender))
      }
      if let action = answer {
        if queue.pointee.isEmpty {
          reducer.willReduceAnswer(action)
          effect = reduce(action)
          continue
        }
        queue.pointee.append(action, sender: sender, isAnswer: true)
      }
      waiting?.end()
      guard let next = queue.pointee.popFirst() else { break }
      if next.isAnswer { reducer.willReduceAnswer(next.action) }
      effect = reduce(next.action)
      sender = next.sender
      waiting = sender
    }
    board.pointee.status.remove([.settling, .queued])
  }
}
