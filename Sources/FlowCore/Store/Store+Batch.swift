// Batches of actions.

extension Store {
  /// Reduces several actions as a batch: it reduces all of them, then notifies each observer of a
  /// changed part once, and then starts the effects in order.
  ///
  /// No observer is notified, no effect starts, and no other action is reduced between two actions
  /// of a batch. Actions that effects send immediately are reduced after the batch. If the store is
  /// handling another action, the batch is queued as a whole.
  ///
  /// `cancel(id:)` cancels effects of earlier actions in the batch that have not ended. It does not
  /// affect effects of later actions.
  ///
  /// - Parameter actions: The actions, all of which are created before the first is reduced. A lazy
  ///   sequence may read the store and reads the state before the batch.
  /// - Precondition: Called on the actor that created the store.
  /// - Complexity: O(*n*) for *n* actions. There is no allocation if the actions are stored
  ///   contiguously, return no effects, and the store has no observers.
  @inlinable
  public func send(contentsOf actions: some Sequence<R.Action>) {
    // User code that creates an action must not run between two reductions.
    guard core.pointee.status == [],
      actions.withContiguousStorageIfAvailable({ unsafe sendAtOnce($0) }) != nil
    else {
      sendSlowly(contentsOf: actions)
      return
    }
  }

  /// Reduces contiguous actions while the store is idle and has no observers.
  @inlinable @inline(__always)
  func sendAtOnce(_ actions: UnsafeBufferPointer<R.Action>) {
    core.pointee.status = .reducing
    var returned: [Effect<R.Action>] = []
    // Written out, because `swift format` 6.3.1 mangles `for unsafe`.
    var iterator = unsafe actions.makeIterator()
    while let action = unsafe iterator.next() {
      let effect = reducer.reduce(into: &place.pointee, action: action)
      if case .none = effect { continue }
      Self.add(effect, to: &returned)
    }
    guard returned.isEmpty, core.pointee.status == .reducing else {
      settle(all: returned)
      return
    }
    core.pointee.status = []
  }

  // Separate, because most actions return no effect.
  @inlinable
  @inline(never)
  static func add(_ effect: Effect<R.Action>, to returned: inout [Effect<R.Action>]) {
    returned.append(effect)
  }

  @inlinable
  @inline(never)
  func sendSlowly(contentsOf sequence: some Sequence<R.Action>) {
    let actions = Array(sequence)
    if core.pointee.status == [] {
      unsafe actions.withUnsafeBufferPointer { unsafe sendAtOnce($0) }
      return
    }
    guard core.pointee.status.isDisjoint(with: [.reducing, .settling]) else {
      for action in actions {
        queue.append(.init(action: action, run: nil, source: nil, isFollowed: true))
      }
      queue.endBatch()
      core.pointee.status.insert(.queued)
      return
    }
    settle(all: reduce(contentsOf: actions))
  }

  /// Reduces actions, notifies the observers, and returns the effects.
  @inlinable
  func reduce(contentsOf actions: [R.Action]) -> [Effect<R.Action>] {
    let isObserved = core.pointee.status.contains(.observed)
    // Before the first reduction, because the hash function of a key is user code and may read the
    // store.
    let regions = isObserved ? regions(of: actions) : []
    var returned: [Effect<R.Action>] = []
    core.pointee.status.insert(.reducing)
    for action in actions {
      let effect = reducer.reduce(into: &place.pointee, action: action)
      if case .none = effect { continue }
      returned.append(effect)
    }
    core.pointee.status.remove(.reducing)
    core.pointee.status.insert(.settling)
    if isObserved {
      assert(
        core.observerList.hasNoChange(outside: regions, action: actions), "stopped above")
      unsafe core.pointee.observers?._withUnsafeGuaranteedRef { $0.notify(regions) }
    }
    return returned
  }

  /// Returns the regions that actions may change, without adjacent repetitions.
  @inlinable
  func regions(of actions: [R.Action]) -> [StateRegion] {
    var regions: [StateRegion] = []
    for action in actions {
      let region = reducer.region(of: action)
      if regions.last != region { regions.append(region) }
    }
    return regions
  }

  /// Starts the effects of a batch and then handles all queued actions.
  @inlinable
  @inline(never)
  func settle(all effects: [Effect<R.Action>]) {
    core.pointee.status.remove(.reducing)
    core.pointee.status.insert(.settling)
    start(all: effects, for: nil)
    settle(.none, for: nil)
  }

  /// Starts effects in order. Actions that are available immediately are queued.
  @inlinable
  func start(all effects: [Effect<R.Action>], for run: EffectRun?) {
    for effect in effects {
      switch effect {
      case .none, .send, .perform:
        guard let answer = effect.answerAtOnce() else { continue }
        queue.append(.init(action: answer, run: run, source: EffectPath()))
        core.pointee.status.insert(.queued)
      case .work, .later:
        start(effect, for: run)
      }
    }
  }

  /// Reduces a batch from the queue.
  ///
  /// - Parameter first: The first action, which was removed from the queue.
  @inlinable
  @inline(never)
  func reduceBatch(_ first: ActionQueue<R.Action>.Entry) -> Effect<R.Action> {
    var actions = [first.action]
    var isFollowed = first.isFollowed
    while isFollowed, let next = queue.popFirst() {
      actions.append(next.action)
      isFollowed = next.isFollowed
    }
    start(all: reduce(contentsOf: actions), for: nil)
    return .none
  }

  /// Receives an action from a scope while the store is not idle or has observers.
  ///
  /// - Parameter action: The action; `nil` at the end of a batch.
  @inlinable
  @inline(never)
  func receive(_ action: UnsafeMutablePointer<R.Action>?) {
    guard core.pointee.status.contains(.gathering) else {
      // `nil` ends a batch only while one is being gathered.
      if let action = unsafe action { unsafe sendSlowly(action.move()) }
      return
    }
    guard let action = unsafe action else { return endBatch() }
    unsafe queue.append(.init(action: action.move(), run: nil, source: nil, isFollowed: true))
  }

  /// Handles the batch from a scope, unless another action is being handled.
  @inlinable
  func endBatch() {
    core.pointee.status.remove(.gathering)
    queue.endBatch()
    guard core.pointee.status.isDisjoint(with: [.reducing, .settling]) else {
      if !queue.isEmpty { core.pointee.status.insert(.queued) }
      return
    }
    settle(.none, for: nil)
  }
}
