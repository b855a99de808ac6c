/// Carries out the effects of one store that are not done at once.
///
/// What must be true of it: work starts on the store's executor before `start` returns, and nothing
/// of the runner hops; an effect that was cancelled, or whose store is gone, answers nothing; what
/// follows upon the end of an effect is done within the call that ends it.
///
/// No asynchronous closure here has a capture list: in Swift 6.3 such a closure forgets that it is
/// `nonisolated(nonsending)` and hops (swiftlang/swift#87097).
///
/// It lives on the store's executor. Tasks hold it and not the store, which therefore dies when its
/// owner lets go, and cancels what is in flight. The owner may be an actor: see `OwnerProxy`.
@usableFromInline
final class EffectRunner<Action> {
  /// Where the store lives.
  @usableFromInline let home: StoreHome
  /// The store's, to be notified whether some effects belong to parts that may vanish; `nil` when it
  /// has ended.
  @exclusivity(unchecked) @usableFromInline var core: UnsafeMutablePointer<StoreCore>?
  /// Hands an answer to the store, with where it comes from, unless the store is gone. Holds the store meanwhile: others may let go of it at any moment,
  /// on any thread.
  // Unchecked, here and below: set when nobody is called.
  @exclusivity(unchecked) @usableFromInline var deliver: ((Action, EffectContext) -> Void)?
  /// Drops the answers that wait in the store's queue and have a name; all of them, if there is none.
  @exclusivity(unchecked) @usableFromInline var dropAnswers: ((EffectName?) -> Void)?
  @usableFromInline let report: (StoreFault) -> Void
  /// Does something as if an action had asked for it: what is sent meanwhile waits its turn, and is
  /// reduced before the call returns.
  @exclusivity(unchecked) @usableFromInline var handling: ((() -> Void) -> Void)?
  // Unchecked: no method of the table calls anybody who could come back to it.
  @exclusivity(unchecked) @usableFromInline var running = RunningEffects()
  @usableFromInline var windows: [EffectName: ThrottleWindow<Action>] = [:]
  @usableFromInline var lastDeadline = 0
  /// What a store outside any actor leaves to its `run`; see `launchInPlace`.
  @usableFromInline var inPlace: [InPlace] = []
  @usableFromInline typealias InPlace = nonisolated(nonsending) () async -> Void
  /// How many ends of groups are nested, and the groups that are to be ended after them; see `end`.
  @exclusivity(unchecked) @usableFromInline var endDepth: UInt8 = 0
  @exclusivity(unchecked) @usableFromInline var endedGroups: [EffectGroup] = []
  /// How many calls of `run` could take it.
  @exclusivity(unchecked) @usableFromInline var openRuns = 0

  @inlinable
  init(core: UnsafeMutablePointer<StoreCore>, report: @escaping (StoreFault) -> Void) {
    self.core = core
    home = core.pointee.home
    self.report = report
  }

  /// Whether there is nothing to be ended; to be asked anywhere.
  @usableFromInline var isIdle: Bool { home.isIdle }

  /// Ends everything, on the executor where the effects run; nothing is delivered any more.
  ///
  /// - Parameter core: The store's, which ends with it.
  @usableFromInline
  func storeEnded(_ core: UnsafeMutablePointer<StoreCore>) {
    guard let actor = home.actor, !StoreHome.isOn(actor) else { return end(core) }
    // Unsafe: handed to the executor where all others touch them.
    nonisolated(unsafe) let (runner, core) = (self, core)
    Task(executorPreference: home.preference) { await Self.end(runner, core, on: actor) }
  }

  private static func end(
    _ runner: EffectRunner, _ core: UnsafeMutablePointer<StoreCore>, on actor: isolated any Actor
  ) { runner.end(core) }

  private func end(_ core: UnsafeMutablePointer<StoreCore>) {
    handling = nil
    self.core = nil
    cancelAll()
    core.end()
  }

  // MARK: - Starting

  /// Starts an effect. Returns when it has ended or suspended.
  @inlinable
  func start(_ effect: Effect<Action>, _ context: EffectContext) {
    switch effect {
    case .none: break
    case .send(let action): deliver?(action, context)
    case .run(let work): if let action = work() { deliver?(action, context) }
    case .work(let work): launch(.work(work), context)
    case .later(let plan): start(plan.step, context)
    }
  }

  @inlinable
  func start(_ step: EffectPlan<Action>.Step, _ context: EffectContext) {
    switch step {
    case .stream(let body): launch(.stream(body), context)
    case .works(let queue): launch(queue.isBegun ? queue.restarted() : queue, context)
    case .delay(let sleep): launch(.other { _ in _ = await self.sleep(sleep) }, context)
    case .merge, .both: startAll(.later(EffectPlan(step)), context)
    case .concatenate(let effects): startSequence(effects, context)
    case .cancel(let id): cancel(context.path.name(of: id))
    case .cancellable(let id, let cancelInFlight, let effect):
      if cancelInFlight { cancel(context.path.name(of: id)) }
      start(effect, context.inside([.identifier(id)]))
    case .placed(let steps, let effect): start(effect, context.inside(steps))
    case .throttle(let id, let sleep, let latest, let effect):
      if let inside = throttle(effect, id, sleep, latest: latest, context) {
        start(effect, inside)
      }
    case .timeout(let sleep, let late, let effect):
      start(effect, before: sleep, late: late, context)
    case .endMembers(let site, let hasGone):
      end(running.members(of: site, at: context.path, where: hasGone))
    case .fault(let fault): report(fault)
    case .deep: startDeep(step, context)
    case .mapped(let effect): start(effect, context)
    }
  }

  @usableFromInline
  func start(_ effect: MappedEffect<Action>, _ context: EffectContext) {
    switch effect.kind {
    case .atOnce: if let action = effect.answerAtOnce() { deliver?(action, context) }
    case .work: launch(.work(effect.work), context)
    case .plan: startDeep(.mapped(effect), context)
    }
  }

  @inlinable
  func startAll(_ effect: Effect<Action>, _ context: EffectContext) {
    var works: [EffectWork<Action>] = []
    gather(effect, &works, context)
    launch(works, context)
  }

  /// Adds the works of a merge to a list, and starts whatever else is in it; in order.
  @inlinable
  func gather(
    _ effect: Effect<Action>, _ works: inout [EffectWork<Action>], _ context: EffectContext
  ) {
    switch effect {
    case .work(let work): works.append(work)
    case .later(let plan):
      if case .both(let first, let second) = plan.step {
        gather(first, &works, context)
        gather(second, &works, context)
        return
      }
      if case .merge(let effects) = plan.step {
        for effect in effects { gather(effect, &works, context) }
        return
      }
      if case .mapped(let effect) = plan.step, effect.isWork {
        works.append(effect.work)
        return
      }
      fallthrough
    case .none, .send, .run:
      // What was asked for before starts before.
      launch(works, context)
      works.removeAll(keepingCapacity: true)
      start(effect, context)
    }
  }

  /// Starts works in as few tasks as can be: one goes through them until it is suspended, then
  /// another takes the rest. A task costs many times what a work costs that has nothing to do, and
  /// most have nothing to do.
  @inlinable
  func launch(_ works: [EffectWork<Action>], _ context: EffectContext) {
    if works.count == 1 {
      launch(.work(works[0]), context)
    } else if works.count > 1 {
      launch(WorkList(works), context)
    }
  }

  @inlinable
  func launch(_ queue: WorkQueue<Action>, _ context: EffectContext) {
    // Each task is handed its first work: whether it has begun when its start returns is the
    // runtime's business.
    while let first = queue.takeNext() {
      guard launch(.works(queue, first: first), context) != nil, home.hasActor() else { return }
    }
  }

  // MARK: - Answering

  @inlinable
  func answer(_ action: Action, _ id: RunningEffects.ID) {
    guard let context = running.context(of: id), !Task.isCancelled else { return }
    guard !home.isAbandoned else { return cancelAll() }
    deliver?(action, context)
  }

  @inlinable
  func isCancelled(_ id: RunningEffects.ID) -> Bool {
    running.isOver(id) || Task.isCancelled
  }

  @inlinable
  func reportThrown(_ error: any Error) {
    // Somebody no longer wants the answer; that is no fault.
    if error is CancellationError { return }
    report(
      StoreFault(
        .effectFailed,
        "an effect threw \(error); effects must turn errors into actions to act on them"))
  }

  // MARK: - Ending

  @inlinable
  func close(_ id: RunningEffects.ID) {
    let group = running.close(id)
    if let core, core.pointee.status.contains(.placed) { noteVanishingParts() }
    group?.end()
    guard running.count > 0 else { return home.tasksEnd() }
    if home.isAbandoned { cancelAll() }
  }

  /// Cancels what has a name, and drops the answers of it that wait to be reduced.
  // The answers first: nobody may see one of them while the handlers run.
  @usableFromInline
  func cancel(_ name: EffectName) {
    dropAnswers?(name)
    for task in running.cancel([name]) { task.cancel() }
  }

  @usableFromInline
  func cancelAll() {
    for task in running.cancelAll() { task.cancel() }
  }

  /// Cancels the effects of parts that have vanished. What they have answered is refused by the
  /// reducers of these parts.
  @usableFromInline
  func cancelVanished(_ presence: (PlacedPart) -> PartPresence?) {
    end(running.vanished(presence))
  }

  @usableFromInline
  func end(_ names: [EffectName]) {
    if names.isEmpty { return }
    for task in running.cancel(names) { task.cancel() }
  }

  /// Takes what there is now for what was there the last time.
  @usableFromInline
  func notePresence(_ presence: (PlacedPart) -> PartPresence?) {
    _ = running.vanished(presence)
  }

  @inlinable
  func noteVanishingParts() {
    guard let core else { return }
    if running.hasVanishingParts {
      core.pointee.status.insert(.placed)
    } else {
      core.pointee.status.remove(.placed)
    }
  }
}
