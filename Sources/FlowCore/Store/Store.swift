/// `flow`: our own store. What the published shapes do, at the floor's price.
///
/// What must be true of it: a send over a reducer that asks for nothing, with no observer, does no
/// more than the reducer itself plus two checks; actions are reduced one after the other, in the order
/// in which they were sent, also when an observer or an effect sends while another action is handled;
/// who observes a part is notified of changes to it only.
///
/// What it costs: a word read and written around each reduction. An observer costs nothing while
/// actions leave its part alone, else one comparison.
///
/// It is not `Sendable`: a store belongs to the actor it was made on (the main actor, any other, or
/// none), and so do its scopes, its observers and its effects. The compiler keeps them together, and
/// nothing hops between executors unless an effect asks for it.
public final class Store<R: Reducer>: StoreLink, StoreView {
  /// The type of the state, as the reducer has it.
  public typealias State = R.State
  /// What can be sent.
  public typealias Action = R.Action

  // The state lies in memory that the store allocates itself, not in a stored property: the
  // compiler guards each access to a class's property with a dynamic exclusivity check (two calls
  // into the runtime, several times the cost of a small reducer). Here the status gives the same
  // guarantee, that no two reductions overlap, for one bit, and queue where the runtime traps.
  @usableFromInline let place: UnsafeMutablePointer<R.State>
  @usableFromInline let reducer: R
  // Unchecked, here and below: nobody is called while they are written.
  @exclusivity(unchecked) @usableFromInline var queue = ActionQueue<R.Action>()
  /// Made for the first effect that may suspend. Retained.
  // Unmanaged: starting an effect must not count.
  @exclusivity(unchecked) @usableFromInline
  var uncountedRunner: Unmanaged<EffectRunner<R.Action>>?
  @usableFromInline let report: (StoreFault) -> Void

  /// Starts at `initialState`, on the caller's actor.
  ///
  /// If the caller's task prefers a task executor, the tasks of the store's effects prefer it, too.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - reducer: The fold.
  ///   - isolation: The actor the store belongs to: the caller's. A store made outside any actor
  ///     carries out effects that may suspend one after the other, and only for `await run(_:)`.
  ///   - faults: Notified of what went wrong and stopped nothing; by default it goes to standard error.
  @inlinable
  public init(
    initialState: R.State, reducer: R, isolation: isolated (any Actor)? = #isolation,
    faults: @escaping (StoreFault) -> Void = StoreFault.writeToStandardError
  ) {
    place = .allocate(capacity: 1)
    place.initialize(to: initialState)
    self.reducer = reducer
    report = faults
    let core = UnsafeMutablePointer<StoreCore>.allocate(capacity: 1)
    core.initialize(
      to: StoreCore(
        state: place, home: StoreHome(isolation), of: R.Action.self,
        run: {
          let action = $0.assumingMemoryBound(to: R.Action.self).move()
          await unsafeDowncast($1, to: Store<R>.self).run(action)
        }))
    super.init(core: core) { buffer, link in
      let store = unsafeDowncast(link, to: Store<R>.self)
      guard store.core.pointee.status == [] else {
        store.receive(buffer?.assumingMemoryBound(to: R.Action.self))
        return
      }
      store.send(buffer.unsafelyUnwrapped.assumingMemoryBound(to: R.Action.self).move())
    }
  }

  deinit {
    let runner = uncountedRunner?.takeRetainedValue()
    if let runner, !runner.isIdle { runner.storeEnded(core) } else { core.end() }
    place.deinitialize(count: 1)
    place.deallocate()
  }

  /// What carries out effects that may suspend, if there was one.
  @inlinable
  var runner: EffectRunner<R.Action>? { uncountedRunner?.takeUnretainedValue() }

  /// The same, made for the first effect.
  @inlinable
  var effects: EffectRunner<R.Action> { (uncountedRunner ?? makeRunner()).takeUnretainedValue() }

  @inlinable
  func start(_ effect: Effect<R.Action>, for run: EffectRun?) {
    (uncountedRunner ?? makeRunner())._withUnsafeGuaranteedRef {
      $0.start(effect, .init(group: run, run: run))
    }
  }

  // Not before there is an effect: a reference that does not keep the store makes each of the others
  // more expensive.
  @inlinable
  @inline(never)
  func makeRunner() -> Unmanaged<EffectRunner<R.Action>> {
    let runner = EffectRunner<R.Action>(core: core, report: report)
    runner.deliver = { [weak self] action, context in
      self?.receive(action, for: context.run, from: context.path)
    }
    runner.handling = { [weak self] body in self?.handle(body) }
    runner.dropAnswers = { [weak self] name in self?.dropAnswers(name) }
    let uncounted = Unmanaged.passRetained(runner)
    uncountedRunner = uncounted
    return uncounted
  }

  /// Reduces `action`, notifies who observes what it changed, and starts the work it asked for.
  ///
  /// What effects answer without suspending is reduced before it returns. Sent while another action
  /// is handled (by an observer, an effect or the reducer itself), it is queued: it is reduced after
  /// all that was sent before it, before the outer send returns.
  @inlinable
  public func send(_ action: R.Action) {
    guard core.pointee.status == [] else {
      sendSlowly(action)
      return
    }
    core.pointee.status = .reducing
    // In place: a local copy would hold a second reference to every collection in the state, and
    // the first write would then copy the whole buffer.
    let effect = reducer.reduce(into: &place.pointee, action: action)
    // Asked first, and not as one of five: most actions ask for nothing.
    if case .none = effect {
      guard core.pointee.status == .reducing else {
        settle(.none, for: nil)
        return
      }
      core.pointee.status = []
      return
    }
    switch effect {
    case .none: break
    case .run(let work):
      // Here, where the reducer is inlined, the optimiser makes no closure of the work.
      core.pointee.status = core.pointee.status.subtracting(.reducing).union(.settling)
      if let answer = work() { follow(answer) } else { settle(.none, for: nil) }
    case .send(let answer):
      core.pointee.status = core.pointee.status.subtracting(.reducing).union(.settling)
      follow(answer)
    case .work, .later:
      settle(effect, for: nil)
    }
  }

  /// Handles the answer of an effect that was done at once, and the answers of its own effects, as long
  /// as nobody is to be notified and no other action waits.
  @inlinable
  @inline(never)
  func follow(_ answer: consuming R.Action) {
    var action = answer
    while core.pointee.status == .settling {
      reducer.willReduceAnswer(action)
      core.pointee.status = [.reducing, .settling]
      let effect = reducer.reduce(into: &place.pointee, action: action)
      core.pointee.status.remove(.reducing)
      switch effect {
      case .none: return settleAtOnce()
      case .send(let next): action = next
      case .run(let work):
        guard let next = work() else { return settleAtOnce() }
        action = next
      case .work, .later: return settle(effect, for: nil)
      }
    }
    settle(.send(action), for: nil)
  }

  @inlinable @inline(__always)
  func settleAtOnce() {
    guard core.pointee.status == .settling else { return settle(.none, for: nil) }
    core.pointee.status = []
  }

  /// As `send`, while somebody observes, or another action is being handled, or effects run that end
  /// with a part of the state.
  // Not inlined into `send`: the rare part would push the reduction out of its caller's loop, and
  // whatever it needs would be written to memory at every action.
  @inlinable
  @inline(never)
  func sendSlowly(_ action: R.Action) {
    guard core.pointee.status == .observed else { return receive(action, for: nil) }
    let region = reducer.region(of: action)
    let isUnobserved = core.pointee.observed.isUnobserved(region)
    core.pointee.status = [.observed, .reducing]
    let effect = reducer.reduce(into: &place.pointee, action: action)
    // Somebody observes, but maybe not what this action may change.
    if isUnobserved {
      assert(hasNotedAll(outside: region, action: action), "stopped above")
      guard case .none = effect, core.pointee.status == [.observed, .reducing] else {
        settle(effect, for: nil)
        return
      }
      core.pointee.status = .observed
      return
    }
    core.pointee.status.remove(.reducing)
    core.pointee.status.insert(.settling)
    assert(core.observerList.hasNotedAll(outside: region, action: action), "stopped above")
    notifyObservers(of: region)
    if case .none = effect, core.pointee.status.isDisjoint(with: [.queued, .placed]) {
      core.pointee.status.remove(.settling)
    } else {
      settle(effect, for: nil)
    }
  }

  /// Handles an action now, or queues it when another is being handled.
  ///
  /// - Parameters:
  ///   - run: What it is part of.
  ///   - source: Where the effect belongs that answered it; `nil` if it was sent.
  @inlinable
  func receive(
    _ action: consuming R.Action, for run: EffectRun?, from source: EffectPath? = nil
  ) {
    guard core.pointee.status.isDisjoint(with: [.reducing, .settling]) else {
      queue.append(.init(action: action, run: run, source: source))
      core.pointee.status.insert(.queued)
      return
    }
    if source != nil { reducer.willReduceAnswer(action) }
    let effect = reduce(action)
    if case .none = effect, core.pointee.status.isDisjoint(with: [.queued, .placed]) {
      core.pointee.status.remove(.settling)
    } else {
      settle(effect, for: run)
    }
  }

  /// Reduces an action and notifies who observes what it may have changed. Others wait in the queue
  /// from then on, until `settle` is done.
  @inlinable
  func reduce(_ action: R.Action) -> Effect<R.Action> {
    guard core.pointee.status.contains(.observed) else {
      core.pointee.status.insert(.reducing)
      let effect = reducer.reduce(into: &place.pointee, action: action)
      core.pointee.status.remove(.reducing)
      core.pointee.status.insert(.settling)
      return effect
    }
    return reduce(action, changing: reducer.region(of: action))
  }

  /// The same, while somebody observes.
  @inlinable
  func reduce(_ action: R.Action, changing region: StateRegion) -> Effect<R.Action> {
    core.pointee.status.insert(.reducing)
    let effect = reducer.reduce(into: &place.pointee, action: action)
    core.pointee.status.remove(.reducing)
    core.pointee.status.insert(.settling)
    assert(core.observerList.hasNotedAll(outside: region, action: action), "stopped above")
    notifyObservers(of: region)
    return effect
  }

  /// Whether no observer outside a region sees a change, found out when the reduction is over: comparing
  /// is code of the app, which may read the store and send.
  @inlinable
  func hasNotedAll(outside region: StateRegion, action: R.Action) -> Bool {
    core.pointee.status.remove(.reducing)
    core.pointee.status.insert(.settling)
    defer {
      core.pointee.status.remove(.settling)
      core.pointee.status.insert(.reducing)
    }
    return core.observerList.hasNotedAll(outside: region, action: action)
  }

  @inlinable
  func notifyObservers(of region: StateRegion) {
    core.pointee.observers?._withUnsafeGuaranteedRef { $0.notify(region) }
  }

  /// Does what a reduction asked for, then handles everything queued.
  // Not inlined into `send`, as above.
  @inlinable
  @inline(never)
  func settle(_ first: Effect<R.Action>, for firstRun: EffectRun?) {
    core.pointee.status.remove(.reducing)
    core.pointee.status.insert(.settling)
    var effect = first
    var run = firstRun
    // Who waits for a queued action waits until the work it asked for has begun to count.
    var waiting: EffectRun?
    while true {
      var answer: R.Action?
      switch effect {
      case .none, .send, .run: answer = effect.answerAtOnce()
      case .work, .later:
        start(effect, for: run)
      }
      if core.pointee.status.contains(.placed) { cancelVanished() }
      if let action = answer {
        if queue.isEmpty {
          reducer.willReduceAnswer(action)
          effect = reduce(action)
          continue
        }
        queue.append(.init(action: action, run: run, source: EffectPath()))
      }
      waiting?.end()
      guard let next = queue.popFirst() else { break }
      if next.isFollowed {
        effect = reduceBatch(next)
      } else {
        if next.source != nil { reducer.willReduceAnswer(next.action) }
        effect = reduce(next.action)
      }
      run = next.run
      waiting = run
    }
    core.pointee.status.remove([.settling, .queued])
  }

  /// Does something as if an action had asked for it.
  @usableFromInline
  func handle(_ body: () -> Void) {
    guard core.pointee.status.isDisjoint(with: [.reducing, .settling]) else { return body() }
    core.pointee.status.insert(.settling)
    body()
    settle(.none, for: nil)
  }

  /// Cancels the effects of parts of the state that are no longer there.
  // Apart, because few stores have effects that end so.
  @inlinable
  @inline(never)
  func cancelVanished() { runner?.cancelVanished(presence) }

  /// What there is of a part of the state; `nil` if nobody knows.
  @inlinable
  func presence(of part: PlacedPart) -> PartPresence? {
    reducer.presence(of: part, in: place.pointee)
  }

  @usableFromInline
  func dropAnswers(_ name: EffectName?) {
    guard core.pointee.status.contains(.queued) else { return }
    var isDropped: [Bool]
    var removals: UInt32
    // Identifiers are compared by code of the caller, which may send or cancel: outside of the queue,
    // and again if that has removed actions.
    repeat {
      removals = queue.removals
      isDropped = queue.sources.map { source in
        source.map { source in name.map { source.isReached(by: $0) } ?? true } ?? false
      }
    } while queue.removals != removals
    let dropped = queue.remove(where: isDropped)
    for entry in dropped { entry.run?.end() }
    withExtendedLifetime(dropped) {}
  }
}
