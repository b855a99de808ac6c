// Steps that apply to other steps: sequences, timeouts and throttled effects.

extension EffectRunner {
  @usableFromInline typealias Steps = [_EffectPlan<Action>.Step]

  /// Steps that remain to be started.
  @usableFromInline
  enum Pending {
    case all(Range<Int>, EffectContext)
    /// The rest of a sequence, and the group of the part that was started last.
    case sequence(Range<Int>, RunningEffects.ID, EffectContext, after: EffectGroup?)
    /// The timer of an effect that has started.
    case limit(Timeout<Action>)
  }

  /// Starts steps of any kind in order, the last pending ones first.
  // A list of pending steps replaces nested calls.
  @inlinable
  @inline(never)
  func start(_ first: [Pending], of steps: Steps) {
    var pending = first
    while let next = pending.popLast() {
      switch next {
      case .all(let range, let context):
        guard let position = range.first(where: { !steps[$0].isLeaf }) else {
          start(steps, range, context)
          continue
        }
        start(steps, range.lowerBound..<position, context)
        let inner = (position + 1)..<(position + 1 + steps[position].count)
        if inner.upperBound < range.upperBound {
          pending.append(.all(inner.upperBound..<range.upperBound, context))
        }
        open(position, of: steps, inner, context, &pending)
      case .sequence(let rest, let id, let context, let part):
        if let part {
          part.onEnd = { self.continueSequence(of: steps, rest, id, context) }
          // The group is held until here, so that its end is not handled within its start.
          guard part.endsNow() else { continue }
        }
        guard !isOver(id, context), !rest.isEmpty else {
          closeSequence(id)
          continue
        }
        let part = EffectGroup()
        part.begin()
        let end = rest.lowerBound + 1 + steps[rest.lowerBound].count
        pending.append(.sequence(end..<rest.upperBound, id, context, after: part))
        pending.append(.all(rest.lowerBound..<end, context.awaited(by: part)))
      case .limit(let timeout): limit(timeout)
      }
    }
  }

  /// Performs a step that applies to others, and appends these to the pending ones.
  @inlinable
  func open(
    _ position: Int, of steps: Steps, _ inner: Range<Int>, _ context: EffectContext,
    _ pending: inout [Pending]
  ) {
    switch steps[position] {
    case .group(isSequence: true, _):
      let id = running.open(context, isWork: false)
      pending.append(.sequence(inner, id, context, after: nil))
    case .group(isSequence: false, _): pending.append(.all(inner, context))
    case .inside(let places, let cancelling, _):
      pending.append(.all(inner, enter(places, cancelling: cancelling, context)))
    case .throttle(let id, let sleep, let latest, _):
      if let inside = throttle(steps, inner, id, sleep, latest: latest, context) {
        pending.append(.all(inner, inside))
      }
    case .timeout(let sleep, let answer, _):
      let timeout = openTimeout(sleep, late: answer, context)
      pending.append(.limit(timeout))
      pending.append(.all(inner, timeout.inside))
    case .effect, .stream, .works, .control: preconditionFailure("it applies to no steps")
    }
  }

  // MARK: - One after the other

  /// Ends a sequence. The task that ends with it updates the isolation, because a sequence has no
  /// task.
  @usableFromInline
  func closeSequence(_ id: RunningEffects.ID) {
    let group = running.close(id)
    if running.hasEndedNames { removeEndedNames() }
    if let group { end(group) }
  }

  private static var endDepthLimit: UInt8 { 32 }

  /// Ends a part of a group. This may end outer groups, by recursion up to a limit and then in a
  /// loop.
  private func end(_ group: EffectGroup) {
    guard endDepth < Self.endDepthLimit else {
      endedGroups.append(group)
      return
    }
    endDepth += 1
    var next: EffectGroup? = group
    while let group = next {
      group.end()
      next = endedGroups.popLast()
    }
    endDepth -= 1
  }

  @usableFromInline
  func isOver(_ id: RunningEffects.ID, _ context: EffectContext) -> Bool {
    running.isOver(id) || context.run?.isCancelled == true
  }

  /// Continues a sequence when the previous effect has ended.
  @inlinable
  func continueSequence(
    of steps: Steps, _ rest: Range<Int>, _ id: RunningEffects.ID, _ context: EffectContext
  ) {
    let next = [Pending.sequence(rest, id, context, after: nil)]
    guard let handling else { return start(next, of: steps) }
    handling { self.start(next, of: steps) }
  }

  // MARK: - Timeouts

  /// Returns a timeout for an effect that is about to start.
  @usableFromInline
  func openTimeout(
    _ sleep: @escaping _EffectPlan<Action>.Sleep, late: Action?, _ context: EffectContext
  ) -> Timeout<Action> {
    checkIsIsolated(for: "timeout")
    lastDeadline += 1
    let part = EffectGroup()
    part.begin()
    context.group?.begin()
    return Timeout(number: lastDeadline, sleep: sleep, late: late, context: context, part: part)
  }

  /// Starts the timer of an effect that has started and not ended.
  @usableFromInline
  func limit(_ timeout: Timeout<Action>) {
    let (context, part) = (timeout.context, timeout.part)
    guard !part.endsNow() else {
      context.group?.end()
      return
    }
    // Only a `sendAndWait` waits for the timer itself. The timer ends with the effect.
    let timer = launch(
      .other { id in
        guard await self.sleep(timeout.sleep, id), !self.isCancelled(id) else { return }
        self.handling? {
          self.cancel(timeout.inside.path.name(of: timeout.deadline))
          if let late = timeout.late { self.deliver?(late, context.run, context.path, nil) }
        }
      }, context.awaited(by: context.run))
    part.onEnd = {
      if let timer { self.running.cancel(timer)?.cancel() }
      if let group = context.group { self.end(group) }
    }
  }

  /// Waits; returns `false` if the wait was cancelled.
  private nonisolated(nonsending) func sleep(
    _ sleep: @escaping _EffectPlan<Action>.Sleep, _ id: RunningEffects.ID
  ) async -> Bool {
    do {
      try await sleep()
      return true
    } catch {
      reportThrown(error, id)
      return false
    }
  }

  // MARK: - Throttling

  /// Opens a throttling interval, or stores an effect until the open interval ends.
  ///
  /// - Returns: The context in which to start the effect now; `nil` if it does not start now.
  @usableFromInline
  func throttle(
    _ steps: Steps, _ range: Range<Int>, _ id: AnyHashable,
    _ sleep: @escaping _EffectPlan<Action>.Sleep,
    latest: Bool, _ context: EffectContext
  ) -> EffectContext? {
    checkIsIsolated(for: "throttled effect")
    // Its effect would not start. It neither opens an interval nor replaces another effect.
    if context.run?.isCancelled == true { return nil }
    let name = context.path.name(of: id)
    let inside = context.inside([.identifier(id)])
    if let window = windows[name], let timer = window.timer, !running.isOver(timer) {
      // The effect's group waits for it until a later effect replaces it.
      guard latest, let pending = makePending(steps, range, inside) else { return nil }
      let replaced = window.takePending()
      window.pending = pending
      if let replaced { end(replaced) }
      return nil
    }
    let window = ThrottleWindow<Action>()
    windows[name] = window
    // No group waits for the interval. It starts before the effect, which may return another
    // throttled effect.
    window.timer = launch(
      .other { timer in
        while await self.sleep(sleep, timer), !self.isCancelled(timer),
          let pending = window.takePending()
        {
          pending.isDue = true
          pending.gate.open()
        }
        self.queueingActions { if self.windows[name] === window { self.windows[name] = nil } }
        if let dropped = window.takePending() { self.end(dropped) }
      }, EffectContext(path: inside.path))
    return inside
  }

  /// Returns a waiting effect; `nil` if its run was cancelled.
  private func makePending(
    _ steps: Steps, _ range: Range<Int>, _ context: EffectContext
  ) -> PendingEffect<Action>? {
    let pending = PendingEffect(
      steps: steps, range: range, context: context, id: running.open(context, isWork: false))
    // A waiting effect that is cancelled must end immediately, and not with the interval, so that
    // its waiting group is notified. A task detects this, because a run can be cancelled at any
    // time on any thread. The effect starts in the same task, with the task-local values and the
    // priority of its own sender.
    let task = launch(
      .other { _ in
        await pending.gate.wait()
        if pending.isDue {
          self.handling? { self.startPending(pending) }
        }
        self.end(pending)
      }, context.awaited(by: context.run))
    // The run was cancelled meanwhile, on another thread.
    guard task != nil else {
      end(pending)
      return nil
    }
    return pending
  }

  private func startPending(_ pending: PendingEffect<Action>) {
    if !isOver(pending.id, pending.context) {
      start([.all(pending.range, pending.context)], of: pending.steps)
    }
    end(pending)
  }

  private func end(_ pending: PendingEffect<Action>) {
    guard !pending.hasEnded else { return }
    pending.hasEnded = true
    close(pending.id)
    pending.gate.open()
  }
}

/// A timeout of an effect.
@usableFromInline
struct Timeout<Action> {
  /// The identifier of the work under this timeout.
  let deadline: AnyHashable
  let sleep: _EffectPlan<Action>.Sleep
  /// The action to send if the effect times out.
  let late: Action?
  /// The context of the timeout.
  let context: EffectContext
  /// The context in which the effect starts.
  @usableFromInline let inside: EffectContext
  let part: EffectGroup

  private struct Deadline: Hashable {
    let number: Int
  }

  init(
    number: Int, sleep: @escaping _EffectPlan<Action>.Sleep, late: Action?, context: EffectContext,
    part: EffectGroup
  ) {
    deadline = AnyHashable(Deadline(number: number))
    self.sleep = sleep
    self.late = late
    self.context = context
    self.part = part
    inside = context.inside([.identifier(deadline)]).awaited(by: part)
  }
}

/// A throttling interval and its waiting effect. A class, so that a later interval with the same
/// identifier differs from this one.
@usableFromInline
final class ThrottleWindow<Action> {
  var timer: RunningEffects.ID?
  var pending: PendingEffect<Action>?

  init() {}

  /// Removes and returns the waiting effect.
  func takePending() -> PendingEffect<Action>? {
    defer { pending = nil }
    return pending
  }
}

/// A throttled effect that waits for the end of the interval.
final class PendingEffect<Action> {
  let steps: [_EffectPlan<Action>.Step]
  let range: Range<Int>
  let context: EffectContext
  let id: RunningEffects.ID
  /// Resumes the task that waits for the effect's cancellation.
  let gate = SuspensionGate()
  /// A Boolean value that indicates whether the interval has ended.
  var isDue = false
  var hasEnded = false

  init(
    steps: [_EffectPlan<Action>.Step], range: Range<Int>, context: EffectContext,
    id: RunningEffects.ID
  ) {
    self.range = range
    self.steps = steps
    self.context = context
    self.id = id
  }
}

/// Suspends a task until it is opened or the task is cancelled.
final class SuspensionGate: Sendable {
  @safe
  // Safe: a lock protects the continuation, which is removed before it is resumed.
  private struct Place {
    var isOpen = false
    @safe var waiter: UnsafeContinuation<Void, Never>?
  }

  private let place = Locked(Place())

  nonisolated(nonsending) func wait() async { await wait(on: #isolation) }

  // See `EffectRun.wait(on:)`.
  private func wait(on isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      _ = isolation
      unsafe await withUnsafeContinuation { (waiter: UnsafeContinuation<Void, Never>) in
        let isOpen = place.withLock { place in
          if !place.isOpen { place.waiter = unsafe waiter }
          return place.isOpen
        }
        if isOpen { unsafe waiter.resume() }
      }
    } onCancel: {
      open()
    }
  }

  /// Resumes the task, now or as soon as it waits.
  func open() {
    let waiter = unsafe place.withLock { place in
      place.isOpen = true
      defer { place.waiter = nil }
      return place.waiter
    }
    unsafe waiter?.resume()
  }
}
