/// A store: holds a state, applies actions to it with a reducer, runs effects and notifies
/// observers.
///
/// Actions are reduced one after the other, in the order in which they were sent. An action that an
/// observer or an effect sends while another one is handled is queued. Observers are notified only
/// of changes to the parts that they read.
///
/// A send without observers and effects costs the reduction, two checks, and two accesses to a
/// status word. An observer costs one comparison for each action that may change its part, and
/// nothing for other actions.
///
/// A store is not `Sendable`. It is confined to the actor that created it, if any, and so are its
/// scopes, observers and effects. No code changes executors unless an effect requires it.
@safe
// Safe: the store owns the memory of its state and its core, and reports their end to its effects.
public final class Store<R: Reducer>: _StoreLink, StoreView {
  /// The state of the reducer.
  public typealias State = R.State
  /// The action of the reducer.
  public typealias Action = R.Action

  // The state has its own allocation and is not a stored property, because the compiler guards each
  // access to a property of a class with an exclusivity check, which costs several times as much as
  // a small reducer. The status gives the same guarantee with one bit, and queues an action where
  // the runtime would trap.
  @safe @usableFromInline let place: UnsafeMutablePointer<R.State>
  @usableFromInline let reducer: R
  // Unchecked, here and below: no other code runs during a write.
  @safe @exclusivity(unchecked) @usableFromInline var queue = ActionQueue<R.Action>()
  /// Created for the first effect that may suspend. Retained.
  // Unmanaged, because the start of an effect must not retain.
  @safe @exclusivity(unchecked) @usableFromInline
  var uncountedRunner: Unmanaged<EffectRunner<R.Action>>?
  @usableFromInline let report: (StoreFault) -> Void

  /// Creates a store that is confined to the caller's actor.
  ///
  /// If the caller's task has an executor preference, the tasks of effects have the same
  /// preference.
  ///
  /// - Parameters:
  ///   - initialState: The state before the first action.
  ///   - reducer: The reducer.
  ///   - isolation: The actor of the store. Use the default value, which is the caller's actor. A
  ///     store without an actor runs effects that may suspend one after the other, and only in
  ///     `await sendAndWait(_:)`.
  ///   - faults: A closure that receives recoverable problems. The default writes them to standard
  ///     error.
  @inlinable
  public init(
    initialState: R.State, reducer: R, isolation: isolated (any Actor)? = #isolation,
    faults: @escaping (StoreFault) -> Void = StoreFault.writeToStandardError
  ) {
    place = .allocate(capacity: 1)
    unsafe place.initialize(to: initialState)
    self.reducer = reducer
    report = faults
    let core = UnsafeMutablePointer<StoreCore>.allocate(capacity: 1)
    unsafe core.initialize(
      to: StoreCore(
        state: place, isolation: StoreIsolation(isolation), of: R.Action.self,
        run: {
          let action = unsafe $0.assumingMemoryBound(to: R.Action.self).move()
          unsafe await unsafeDowncast($1, to: Store<R>.self).sendAndWait(action)
        }))
    unsafe super.init(core: core) { buffer, link in
      let store = unsafe unsafeDowncast(link, to: Store<R>.self)
      guard store.core.pointee.status == [] else {
        unsafe store.receive(buffer?.assumingMemoryBound(to: R.Action.self))
        return
      }
      unsafe store.send(buffer.unsafelyUnwrapped.assumingMemoryBound(to: R.Action.self).move())
    }
  }

  deinit {
    let runner = unsafe uncountedRunner?.takeRetainedValue()
    if let runner, !runner.isIdle { unsafe runner.storeEnded(core) } else { unsafe core.end() }
    unsafe place.deinitialize(count: 1)
    unsafe place.deallocate()
  }

  /// The runner of asynchronous effects, if there was one.
  @inlinable
  var runner: EffectRunner<R.Action>? { unsafe uncountedRunner?.takeUnretainedValue() }

  /// The runner of asynchronous effects, created at the first use.
  @inlinable
  var effects: EffectRunner<R.Action> {
    unsafe (uncountedRunner ?? makeRunner()).takeUnretainedValue()
  }

  @inlinable
  func start(_ effect: Effect<R.Action>, for run: EffectRun?) {
    unsafe (uncountedRunner ?? makeRunner())._withUnsafeGuaranteedRef {
      $0.start(effect, .init(group: run, run: run))
    }
  }

  // Created on demand, because a weak reference to the store makes each strong one more expensive.
  @inlinable
  @inline(never)
  func makeRunner() -> Unmanaged<EffectRunner<R.Action>> {
    let runner = unsafe EffectRunner<R.Action>(core: core, report: report)
    runner.deliver = { [weak self] action, run, path, stream in
      self?.receive(action, for: run, from: path, of: stream)
    }
    runner.handling = { [weak self, unowned runner] body in
      if let self { return handle(body) }
      // Another thread has released the store. The effects end now, and not at the actor's next turn.
      runner.cancelAll()
      body()
    }
    runner.dropActions = { [weak self] isDropped in self?.dropActions(where: isDropped) }
    let uncounted = unsafe Unmanaged.passRetained(runner)
    uncountedRunner = unsafe uncounted
    return unsafe uncounted
  }

  /// Reduces an action, notifies the observers of changed parts, and starts its effect.
  ///
  /// Actions that effects send without suspending are reduced before the method returns. If the
  /// store is handling another action, as when an observer or an effect sends, the action is
  /// queued. It is reduced in order, before the outer `send` returns.
  ///
  /// In a store without an actor, an effect that may suspend stops the program, unless
  /// `sendAndWait(_:)` is in progress.
  ///
  /// - Precondition: Called on the actor that created the store.
  @inlinable
  public func send(_ action: R.Action) {
    guard core.pointee.status == [] else {
      sendSlowly(action)
      return
    }
    core.pointee.status = .reducing
    // In place, because a local copy would be a second reference to each collection in the state,
    // and the first write would copy the collection.
    let effect = reducer.reduce(into: &place.pointee, action: action)
    // First and separate, because most actions return no effect.
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
    case .perform(let work):
      // Here, where the reducer is inlined, the optimiser does not allocate the closure.
      core.pointee.status = core.pointee.status.subtracting(.reducing).union(.settling)
      if let answer = work() { follow(answer) } else { settle(.none, for: nil) }
    case .send(let answer):
      core.pointee.status = core.pointee.status.subtracting(.reducing).union(.settling)
      follow(answer)
    case .work, .later:
      settle(effect, for: nil)
    }
  }

  /// Handles the action of an immediate effect, and those of its own effects, as long as there are
  /// no observers and no queued actions.
  @inlinable
  @inline(never)
  func follow(_ answer: consuming R.Action) {
    var action = answer
    var isNotified = false
    while core.pointee.status == .settling {
      reducer.willReduceAnswer(action)
      // The reducer may have sent an action or added an observer.
      if core.pointee.status != .settling {
        isNotified = true
        break
      }
      core.pointee.status = [.reducing, .settling]
      let effect = reducer.reduce(into: &place.pointee, action: action)
      core.pointee.status.remove(.reducing)
      switch effect {
      case .none: return settleAtOnce()
      case .send(let next): action = next
      case .perform(let work):
        guard let next = work() else { return settleAtOnce() }
        action = next
      case .work, .later: return settle(effect, for: nil)
      }
    }
    settle(isNotified ? reduce(action) : .send(action), for: nil)
  }

  @inlinable @inline(__always)
  func settleAtOnce() {
    guard core.pointee.status == .settling else { return settle(.none, for: nil) }
    core.pointee.status = []
  }

  /// Sends an action if the store is not idle: with observers, while another action is handled, or
  /// with effects of parts that may disappear.
  // Not inlined into `send`, because the rare part would move the reduction out of its caller's
  // loop and write values to memory for each action.
  @inlinable
  @inline(never)
  func sendSlowly(_ action: R.Action) {
    guard core.pointee.status == .observed else { return receive(action, for: nil) }
    let region = reducer.region(of: action)
    let isUnobserved = core.pointee.observed.isUnobserved(region)
    // Inserted, because the reducer may have started an effect of a part or ended the observer.
    core.pointee.status.insert(.reducing)
    let effect = reducer.reduce(into: &place.pointee, action: action)
    // There are observers, but perhaps not of the parts that this action may change.
    if isUnobserved {
      assert(hasNoChange(outside: region, action: action), "stopped above")
      guard case .none = effect, core.pointee.status == [.observed, .reducing] else {
        settle(effect, for: nil)
        return
      }
      core.pointee.status = .observed
      return
    }
    core.pointee.status.remove(.reducing)
    core.pointee.status.insert(.settling)
    assert(core.observerList.hasNoChange(outside: region, action: action), "stopped above")
    notifyReaders(of: region)
    if case .none = effect, core.pointee.status.isDisjoint(with: [.queued, .placed]) {
      core.pointee.status.remove(.settling)
    } else {
      settle(effect, for: nil)
    }
  }

  /// Handles an action, or queues it if another one is being handled.
  ///
  /// - Parameters:
  ///   - run: The run that the action belongs to.
  ///   - source: The path of the effect that sent the action; `nil` for other actions.
  ///   - stream: The effect, if it may send further actions.
  @inlinable
  func receive(
    _ action: consuming R.Action, for run: EffectRun?, from source: EffectPath? = nil,
    of stream: RunningEffects.ID? = nil
  ) {
    guard core.pointee.status.isDisjoint(with: [.reducing, .settling]) else {
      queue.append(.init(action: action, run: run, source: source, stream: stream))
      core.pointee.status.insert(.queued)
      if let source, !source.isEmpty { runner?.enqueued(at: source) }
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

  /// Reduces an action and notifies observers. Other actions are queued until `settle` has
  /// completed.
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

  @inlinable
  func reduce(_ action: R.Action, changing region: StateRegion) -> Effect<R.Action> {
    core.pointee.status.insert(.reducing)
    let effect = reducer.reduce(into: &place.pointee, action: action)
    core.pointee.status.remove(.reducing)
    core.pointee.status.insert(.settling)
    assert(core.observerList.hasNoChange(outside: region, action: action), "stopped above")
    notifyObservers(of: region)
    return effect
  }

  /// Checks for changes outside a region after the reduction, because comparisons are user code and
  /// may read the store and send.
  @inlinable
  func hasNoChange(outside region: StateRegion, action: R.Action) -> Bool {
    core.pointee.status.remove(.reducing)
    core.pointee.status.insert(.settling)
    defer {
      core.pointee.status.remove(.settling)
      core.pointee.status.insert(.reducing)
    }
    return core.observerList.hasNoChange(outside: region, action: action)
  }

  /// Notifies the observers, of which some may read the region.
  // Not a closure, which the compiler would not inline.
  @inlinable @inline(__always)
  func notifyReaders(of region: StateRegion) {
    unsafe core.pointee.observers?._withUnsafeGuaranteedRef { observers in
      // A single group needs no search.
      guard let only = core.pointee.onlyGroup else { return observers.notify(region) }
      unsafe only._withUnsafeGuaranteedRef {
        if $0.mayOverlap(region) { observers.notify(only: $0) }
      }
    }
  }

  @inlinable
  func notifyObservers(of region: StateRegion) {
    unsafe core.pointee.observers?._withUnsafeGuaranteedRef { $0.notify(region) }
  }

  /// Starts the effect of a reduction and then handles all queued actions.
  // Not inlined into `send`, as above.
  @inlinable
  @inline(never)
  func settle(_ first: Effect<R.Action>, for firstRun: EffectRun?) {
    core.pointee.status.remove(.reducing)
    core.pointee.status.insert(.settling)
    var effect = first
    var run = firstRun
    // The run of a queued action waits until the action's effect is counted.
    var waiting: EffectRun?
    while true {
      var answer: R.Action?
      switch effect {
      case .none, .send, .perform: answer = effect.answerAtOnce()
      case .later(let plan) where plan.only != nil: answer = effect.answerAtOnce()
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
        if let source = next.source {
          if !source.isEmpty { runner?.dequeued(at: source) }
          reducer.willReduceAnswer(next.action)
        }
        effect = reduce(next.action)
      }
      run = next.run
      waiting = run
    }
    core.pointee.status.remove([.settling, .queued])
  }

  /// Runs a closure as part of handling an action.
  @usableFromInline
  func handle(_ body: () -> Void) {
    guard core.pointee.status.isDisjoint(with: [.reducing, .settling]) else { return body() }
    core.pointee.status.insert(.settling)
    body()
    settle(.none, for: nil)
  }

  /// Cancels the effects of parts that have disappeared.
  // Separate, because few stores have such effects.
  @inlinable
  @inline(never)
  func cancelVanished() { runner?.cancelVanished(presence) }

  @inlinable
  func presence(of part: _PlacedPart) -> _PartPresence? {
    reducer._presence(of: part, in: place.pointee)
  }

  /// Drops queued actions of effects.
  @usableFromInline
  func dropActions(where isDropped: (ActionSender) -> Bool) {
    guard core.pointee.status.contains(.queued) else { return }
    var flags: [Bool]
    var removals: UInt32
    // The comparison of identifiers is user code, which may send or cancel. It runs outside the
    // queue, and again if it has removed actions.
    repeat {
      removals = queue.removals
      flags = queue.senders.map(isDropped)
    } while queue.removals != removals
    let dropped = queue.remove(where: flags)
    for entry in dropped {
      if let source = entry.source, !source.isEmpty { runner?.dequeued(at: source) }
      entry.run?.end()
    }
    withExtendedLifetime(dropped) {}
  }
}
