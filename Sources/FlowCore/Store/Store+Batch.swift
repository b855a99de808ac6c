// Several actions at once.

extension Store {
  /// Reduces several actions one after the other, as if they were one: then notifies who observes what
  /// they changed, each at most once, and then starts the work they asked for, in their order.
  ///
  /// Nothing is between two of them: no observer is notified, no effect starts and no other action is
  /// reduced. What effects answer at once is reduced after all of the batch. Sent while another action
  /// is handled, the batch is queued as a whole.
  ///
  /// Since no effect starts before all actions are reduced, `cancel(id:)` reaches the effects of earlier
  /// actions of the batch as soon as they have started: also those that answered at once, whose answers
  /// are dropped. It does not reach the effects of later actions.
  ///
  /// - Parameter actions: All of them are made before the first is reduced. A lazy sequence may
  ///   therefore read the store, and reads the state before the batch.
  /// - Complexity: O(*n*) for *n* actions. Nothing is allocated if the actions lie in contiguous
  ///   memory, as those of an array do, none of them returns an effect, and the store has no observer.
  @inlinable
  public func send(contentsOf actions: some Sequence<R.Action>) {
    // Code of the caller that makes an action must not run between two reductions.
    guard core.pointee.status == [],
      actions.withContiguousStorageIfAvailable({ sendAtOnce($0) }) != nil
    else {
      sendSlowly(contentsOf: actions)
      return
    }
  }

  /// Reduces actions that lie in memory, while the store is at rest and has no observer.
  @inlinable @inline(__always)
  func sendAtOnce(_ actions: UnsafeBufferPointer<R.Action>) {
    core.pointee.status = .reducing
    var asked: [Effect<R.Action>] = []
    for action in actions {
      let effect = reducer.reduce(into: &place.pointee, action: action)
      if case .none = effect { continue }
      Self.add(effect, to: &asked)
    }
    guard asked.isEmpty, core.pointee.status == .reducing else {
      settle(all: asked)
      return
    }
    core.pointee.status = []
  }

  // Apart: most actions ask for nothing.
  @inlinable
  @inline(never)
  static func add(_ effect: Effect<R.Action>, to asked: inout [Effect<R.Action>]) {
    asked.append(effect)
  }

  @inlinable
  @inline(never)
  func sendSlowly(contentsOf sequence: some Sequence<R.Action>) {
    let actions = Array(sequence)
    if core.pointee.status == [] {
      actions.withUnsafeBufferPointer { sendAtOnce($0) }
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

  /// Reduces actions, notifies who observes what they may have changed, and returns what they asked
  /// for.
  @inlinable
  func reduce(contentsOf actions: [R.Action]) -> [Effect<R.Action>] {
    let isObserved = core.pointee.status.contains(.observed)
    // Before the first is reduced: the hash of a key is code of the caller, which may read the store.
    let regions = isObserved ? regions(of: actions) : []
    var asked: [Effect<R.Action>] = []
    core.pointee.status.insert(.reducing)
    for action in actions {
      let effect = reducer.reduce(into: &place.pointee, action: action)
      if case .none = effect { continue }
      asked.append(effect)
    }
    core.pointee.status.remove(.reducing)
    core.pointee.status.insert(.settling)
    if isObserved {
      assert(
        core.observerList.hasNotedAll(outside: regions, action: actions), "stopped above")
      core.pointee.observers?._withUnsafeGuaranteedRef { $0.notify(regions) }
    }
    return asked
  }

  /// The regions that actions may change, each of which differs from the one before.
  @inlinable
  func regions(of actions: [R.Action]) -> [StateRegion] {
    var regions: [StateRegion] = []
    for action in actions {
      let region = reducer.region(of: action)
      if regions.last != region { regions.append(region) }
    }
    return regions
  }

  /// Does what the actions of a batch asked for, then handles everything queued.
  @inlinable
  @inline(never)
  func settle(all effects: [Effect<R.Action>]) {
    core.pointee.status.remove(.reducing)
    core.pointee.status.insert(.settling)
    start(all: effects, for: nil)
    settle(.none, for: nil)
  }

  /// Starts effects in order. What they answer at once is queued.
  @inlinable
  func start(all effects: [Effect<R.Action>], for run: EffectRun?) {
    for effect in effects {
      switch effect {
      case .none, .send, .run:
        guard let answer = effect.answerAtOnce() else { continue }
        queue.append(.init(action: answer, run: run, source: EffectPath()))
        core.pointee.status.insert(.queued)
      case .work, .later:
        start(effect, for: run)
      }
    }
  }

  /// Reduces a batch that has waited in the queue.
  ///
  /// - Parameter first: Its first action, which has left the queue.
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

  /// Takes what a scope sends while the store is not at rest, or is observed.
  ///
  /// - Parameter action: One; `nil` at the end of a batch.
  @inlinable
  @inline(never)
  func receive(_ action: UnsafeMutablePointer<R.Action>?) {
    guard core.pointee.status.contains(.gathering) else {
      // It is the end of a batch only while one is gathered.
      if let action { sendSlowly(action.move()) }
      return
    }
    guard let action else { return endBatch() }
    queue.append(.init(action: action.move(), run: nil, source: nil, isFollowed: true))
  }

  /// Handles the batch that a scope has sent, unless another action is being handled.
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
