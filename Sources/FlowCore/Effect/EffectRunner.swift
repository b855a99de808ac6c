/// Performs the asynchronous effects of one store.
///
/// Invariants: work starts on the store's executor before `start` returns, and the runner itself
/// never changes executors. An effect that was cancelled, or whose store was released, sends
/// nothing. Consequences of the end of an effect happen within the call that ends it.
///
/// No asynchronous closure in this type has a capture list, because in Swift 6.3 such a closure
/// loses `nonisolated(nonsending)` and changes executors (swiftlang/swift#87097).
///
/// The runner is confined to the store's executor. Tasks retain the runner and not the store, so
/// that a store is released with its owner and then cancels its effects. The owner may be an actor;
/// see `OwnerProxy`.
@usableFromInline
@safe
// Safe: `end` sets `core` to `nil` before it frees the memory; without effects, nothing reads it any
// more.
final class EffectRunner<Action> {
  @usableFromInline let isolation: StoreIsolation
  /// The core of the store, whose status says whether effects of parts that may disappear are
  /// running; `nil` after the store has ended.
  @safe @exclusivity(unchecked) @usableFromInline var core: UnsafeMutablePointer<StoreCore>?
  /// Delivers an action to the store with the context of its effect, and the effect if it may send
  /// further actions, if the store still exists. Retains the store during the call, because other
  /// threads may release it.
  // Unchecked, here and below: set while no other code runs.
  @safe @exclusivity(unchecked) @usableFromInline
  var deliver: ((Action, EffectRun?, EffectPath, RunningEffects.ID?) -> Void)?
  /// Drops the queued actions of some effects.
  @safe @exclusivity(unchecked) @usableFromInline
  var dropActions: (((ActionSender) -> Bool) -> Void)?
  @usableFromInline let report: (StoreFault) -> Void
  /// Runs a closure as part of handling an action: actions that it sends are queued, and reduced
  /// before the call returns.
  @safe @exclusivity(unchecked) @usableFromInline var handling: ((() -> Void) -> Void)?
  // Unchecked: the methods of the table only call code of the app that compares identifiers, whose
  // actions are queued meanwhile.
  @safe @exclusivity(unchecked) @usableFromInline var running = RunningEffects()
  @usableFromInline var windows: [EffectName: ThrottleWindow<Action>] = [:]
  @usableFromInline var lastDeadline = 0
  /// Effects that a store without an actor leaves to `sendAndWait`; see `launchInPlace`.
  @usableFromInline var inPlace: [(job: EffectJob<Action>, id: RunningEffects.ID)] = []
  /// The effects that are being performed in place, the innermost last, and gates that are opened
  /// when they are cancelled.
  var performed: [(id: RunningEffects.ID, cancellation: SuspensionGate)] = []
  /// The removals that reducers have reported since the last check of parts.
  @safe @exclusivity(unchecked) var removals: [RemovedMembers] = []
  /// The number of nested calls of `close` that are ending a group or removing names.
  @safe @exclusivity(unchecked) @usableFromInline var closing = 0
  /// The number of nested ends of groups, and the groups to end afterwards; see `end`.
  @safe @exclusivity(unchecked) @usableFromInline var endDepth: UInt8 = 0
  @safe @exclusivity(unchecked) @usableFromInline var endedGroups: [EffectGroup] = []
  /// A run that has ended, for the next `sendAndWait`.
  @safe @exclusivity(unchecked) @usableFromInline var endedRun: EffectRun?
  /// The number of active calls of `sendAndWait` that can perform the effects in place.
  @safe @exclusivity(unchecked) @usableFromInline var openRuns = 0

  @inlinable
  init(core: UnsafeMutablePointer<StoreCore>, report: @escaping (StoreFault) -> Void) {
    self.core = unsafe core
    isolation = unsafe core.pointee.isolation
    self.report = report
  }

  /// A Boolean value that indicates whether no effect is running. Safe on any thread.
  @usableFromInline var isIdle: Bool { isolation.isIdle }

  /// Cancels all effects on the executor that they run on. No further action is delivered.
  ///
  /// - Parameter core: The core of the store, which is deallocated.
  @usableFromInline
  func storeEnded(_ core: UnsafeMutablePointer<StoreCore>) {
    guard let actor = isolation.actor, !StoreIsolation.isOn(actor) else { return unsafe end(core) }
    // Unsafe: passed to the executor that they are confined to.
    nonisolated(unsafe) let (runner, core) = unsafe (self, core)
    isolation.startTask {
      unsafe await Self.end(runner, core, on: actor)
    }
  }

  private static func end(
    _ runner: EffectRunner, _ core: UnsafeMutablePointer<StoreCore>, on actor: isolated any Actor
  ) { unsafe runner.end(core) }

  private func end(_ core: UnsafeMutablePointer<StoreCore>) {
    handling = nil
    self.core = nil
    cancelAll()
    unsafe core.end()
  }

  // MARK: - Starting

  /// Starts an effect. Returns when it has ended or suspended.
  @inlinable
  func start(_ effect: Effect<Action>, _ context: EffectContext) {
    switch effect {
    case .none: break
    case .send(let action): deliver?(action, context.run, context.path, nil)
    case .perform(let work):
      if let action = work() { deliver?(action, context.run, context.path, nil) }
    case .work(let work): launch(.work(work), context)
    case .later(let plan):
      start(plan.steps, 0..<plan.steps.count, context)
    }
  }

  /// Starts the steps of a plan in order. Adjacent works share tasks.
  @inlinable
  func start(_ steps: [_EffectPlan<Action>.Step], _ range: Range<Int>, _ context: EffectContext) {
    var works: [_EffectWork<Action>] = []
    var position = range.lowerBound
    while position < range.upperBound {
      let first = position
      position += 1
      // In place, because each copy of a step would retain its parts.
      unsafe steps.withUnsafeBufferPointer { buffer in
        switch unsafe buffer[first] {
        case .effect(let effect):
          if range.count > 1, case .work(let work) = effect {
            works.append(work)
          } else {
            startAll(&works, context)
            start(effect, context)
          }
        case .stream(let body):
          startAll(&works, context)
          launch(.stream(body), context)
        case .works(let queue):
          startAll(&works, context)
          launch(queue.isBegun ? queue.restarted() : queue, context)
        case .control(let control):
          startAll(&works, context)
          perform(control, context)
        case .inside(let places, let cancelling, let count):
          startAll(&works, context)
          let end = position + count
          if unsafe buffer[position..<end].allSatisfy(\.isLeaf) {
            start(steps, position..<end, enter(places, cancelling: cancelling, context))
            position = end
          } else {
            start([.all(first..<range.upperBound, context)], of: steps)
            position = range.upperBound
          }
        case .group, .throttle, .timeout:
          startAll(&works, context)
          start([.all(first..<range.upperBound, context)], of: steps)
          position = range.upperBound
        }
      }
    }
    launch(works, context)
  }

  /// Starts the works before the next effect, because effects start in the order of the plan.
  @inlinable
  func startAll(_ works: inout [_EffectWork<Action>], _ context: EffectContext) {
    if works.isEmpty { return }
    launch(works, context)
    works.removeAll(keepingCapacity: true)
  }

  @usableFromInline
  func perform(_ control: EffectControl, _ context: EffectContext) {
    switch control {
    case .cancel(let id): cancel(context.path.name(of: id))
    case .endMembers(let site, let hasGone):
      guard running.hasVanishingParts else { return }
      removals.append(RemovedMembers(part: context.path.part(at: site), hasGone: hasGone))
    case .fault(let fault): report(fault)
    }
  }

  /// Returns the context inside a place, in which some identifiers first cancel running effects.
  @usableFromInline
  func enter(
    _ places: [EffectStep], cancelling: UInt64, _ context: EffectContext
  ) -> EffectContext {
    if cancelling != 0 {
      for index in places.indices where cancelling & 1 << index != 0 {
        let outer = context.path.appending(Array(places[..<index]))
        cancel(EffectName(places: outer.places, step: places[index]))
      }
    }
    return context.inside(places)
  }

  /// Starts works in as few tasks as possible; without an actor, each work has its own. One task
  /// performs them until it suspends, and then another takes the rest. A task costs many times as
  /// much as a work that has nothing to do, which is the common case.
  @inlinable
  func launch(_ works: [_EffectWork<Action>], _ context: EffectContext) {
    if works.count == 1 {
      launch(.work(works[0]), context)
    } else if works.count > 1 {
      launch(WorkList(works), context)
    }
  }

  @inlinable
  func launch(_ queue: WorkQueue<Action>, _ context: EffectContext) {
    guard isolation.hasActor() else { return launchInPlace(queue, context) }
    // Each task receives its first work, because it may not have started when the call returns.
    while let first = queue.takeNext() {
      guard launch(.works(queue, first: first), context) != nil else { return }
    }
  }

  /// Returns a run without effects, which is that of an earlier `sendAndWait` if nothing else refers
  /// to it.
  @usableFromInline
  func takeRun() -> EffectRun {
    guard var run = endedRun.take(), isKnownUniquelyReferenced(&run) else { return EffectRun() }
    run.restart()
    return run
  }

  // MARK: - Answering

  /// Delivers an action of an effect.
  ///
  /// - Parameter stream: The ID again, if the effect may send further actions.
  @inlinable
  func answer(_ action: Action, _ id: RunningEffects.ID, of stream: RunningEffects.ID? = nil) {
    guard !running.isOver(id), !Task.isCancelled else { return }
    guard !isolation.isAbandoned else { return cancelAll() }
    let (run, path) = running.source(of: id)
    deliver?(action, run, path, stream)
  }

  @inlinable
  func isCancelled(_ id: RunningEffects.ID) -> Bool {
    running.isOver(id) || Task.isCancelled
  }

  /// Reports an error that an effect has thrown, unless it was cancelled.
  // Some functions throw errors of their own when they are cancelled.
  @usableFromInline
  func reportThrown(_ error: any Error, _ id: RunningEffects.ID) {
    if error is CancellationError || isCancelled(id) { return }
    report(
      StoreFault(
        .effectFailed,
        "an effect threw \(error); effects must turn errors into actions to act on them"))
  }

  // MARK: - Ending

  @inlinable
  func close(_ id: RunningEffects.ID) {
    let group = running.close(id)
    // Written out, because the optimiser would retain the group.
    if let group {
      closing += 1
      if running.hasEndedNames { removeEndedNames() }
      group.end()
      closing -= 1
    } else if running.hasEndedNames {
      closing += 1
      removeEndedNames()
      closing -= 1
    }
    guard running.count > 0 else {
      // After an inner call, the outer one may start the next effect, or access the core.
      if closing == 0 { isolation.tasksEnd() }
      return
    }
    if isolation.isAbandoned { cancelAll() }
  }

  /// Removes the names of an effect that has ended.
  // Separate, because most effects have none.
  @usableFromInline
  @inline(never)
  func removeEndedNames() {
    queueingActions {
      running.removeEndedNames()
      if let core, unsafe core.pointee.status.contains(.placed) { updatePlacedStatus() }
    }
  }

  /// Runs a closure that compares identifiers. Their comparison is code of the app, whose actions
  /// are reduced after the closure has returned.
  func queueingActions(_ body: () -> Void) {
    guard let core, unsafe core.pointee.status.isDisjoint(with: [.reducing, .settling]) else {
      return body()
    }
    unsafe core.pointee.status.insert(.settling)
    body()
    // The code may have released the store.
    guard let core = self.core else { return }
    unsafe core.pointee.status.remove(.settling)
    if unsafe core.pointee.status.contains(.queued) { handling? {} }
  }

  /// Cancels the effects with a name and drops their queued actions. Effects that have ended are not
  /// cancelled, and their last actions are reduced.
  @usableFromInline
  func cancel(_ name: EffectName) { cancel(running.cancel([name])) }

  @usableFromInline
  func cancelAll() { cancel(running.cancelAll()) }

  /// Cancels the tasks of effects that are marked as cancelled.
  ///
  /// - Parameter parts: The names of parts that have disappeared. The answers of their effects are
  ///   dropped, too.
  // Actions first, because none of them may be visible to cancellation handlers.
  private func cancel(_ tasks: [Task<Void, Never>], of parts: [EffectName] = []) {
    dropActions? { sender in
      if let stream = sender.stream, running.isCancelled(stream) { return true }
      guard let path = sender.path else { return false }
      return parts.contains(where: path.isReached)
    }
    for task in tasks { task.cancel() }
    for effect in performed where running.isOver(effect.id) { effect.cancellation.open() }
  }

  /// Cancels the effects of parts that have disappeared, and drops their queued actions.
  @usableFromInline
  func cancelVanished(_ presence: (_PlacedPart) -> _PartPresence?) {
    var names = running.vanished(presence)
    let removals = self.removals
    self.removals = []
    // The others are inside hand-written reducers, which hide them from the store.
    for removal in removals where presence(removal.part) == nil {
      names += running.members(of: removal.part, where: removal.hasGone)
    }
    if !names.isEmpty { cancel(running.cancel(names), of: names) }
  }

  /// Counts a queued action as an effect of its part, which may disappear.
  @usableFromInline
  func enqueued(at path: EffectPath) {
    running.hold(path)
    updatePlacedStatus()
  }

  @usableFromInline
  func dequeued(at path: EffectPath) {
    running.letGo(path)
    updatePlacedStatus()
  }

  /// Records which parts exist without cancelling effects.
  @usableFromInline
  func recordPresence(_ presence: (_PlacedPart) -> _PartPresence?) {
    _ = running.vanished(presence)
  }

  @inlinable
  func updatePlacedStatus() {
    guard let core else { return }
    if running.hasVanishingParts {
      unsafe core.pointee.status.insert(.placed)
    } else {
      unsafe core.pointee.status.remove(.placed)
    }
  }
}
