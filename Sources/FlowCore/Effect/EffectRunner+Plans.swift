import Synchronization

// Effects made of others: what follows upon the end of a part.

extension EffectRunner {
  // MARK: - One after the other

  /// Starts effects one after the other.
  @usableFromInline
  func startSequence(_ effects: [Effect<Action>], _ context: EffectContext) {
    goOn(effects[...], running.open(context, isWork: false), context)
  }

  /// Starts the next ones of a sequence, as far as they end at once.
  private func goOn(
    _ effects: ArraySlice<Effect<Action>>, _ id: RunningEffects.ID, _ context: EffectContext
  ) {
    var rest = effects
    while !isOver(id, context), let effect = rest.popFirst() {
      let part = EffectGroup()
      part.begin()
      start(effect, context.awaited(by: part))
      part.onEnd = { [rest] in self.goOnLater(rest, id, context) }
      // Held until here, so that its end is not noticed within its start.
      guard part.endsNow() else { return }
    }
    closeSequence(id)
  }

  /// Ends a sequence. It is no task: the home is notified by the task that ends with it.
  func closeSequence(_ id: RunningEffects.ID) {
    let group = running.close(id)
    if let core, core.pointee.status.contains(.placed) { noteVanishingParts() }
    if let group { end(group) }
  }

  /// Ends a part of a group. That may end what is around the group, and so on, by recursion up to some
  /// levels, then one after the other.
  func end(_ group: EffectGroup) {
    guard endDepth < EffectPlan<Action>.depthLimit else {
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

  func isOver(_ id: RunningEffects.ID, _ context: EffectContext) -> Bool {
    running.isOver(id) || context.run?.isCancelled == true
  }

  /// Starts the next ones of a sequence when the one before has ended by itself.
  func goOnLater(
    _ rest: ArraySlice<Effect<Action>>, _ id: RunningEffects.ID, _ context: EffectContext
  ) {
    guard let handling else { return goOn(rest, id, context) }
    handling { self.goOn(rest, id, context) }
  }

  // MARK: - Timeouts

  /// Starts an effect that is cancelled when it has not ended before `sleep` returns.
  @usableFromInline
  func start(
    _ effect: Effect<Action>, before sleep: @escaping EffectPlan<Action>.Sleep, late: Action?,
    _ context: EffectContext
  ) {
    let timeout = openTimeout(sleep, late: late, context)
    start(effect, timeout.inside)
    limit(timeout)
  }

  /// A timeout for an effect that is to be started.
  func openTimeout(
    _ sleep: @escaping EffectPlan<Action>.Sleep, late: Action?, _ context: EffectContext
  ) -> Timeout<Action> {
    checkIsIsolated(for: "timeout")
    lastDeadline += 1
    let part = EffectGroup()
    part.begin()
    context.group?.begin()
    return Timeout(number: lastDeadline, sleep: sleep, late: late, context: context, part: part)
  }

  /// Starts the timer of an effect that has been started, if it has not ended.
  func limit(_ timeout: Timeout<Action>) {
    let (context, part) = (timeout.context, timeout.part)
    guard !part.endsNow() else {
      context.group?.end()
      return
    }
    // Only a `run` waits for the timer itself; whatever ends the effect ends the timer.
    let timer = launch(
      .other { id in
        guard await self.sleep(timeout.sleep), !self.isCancelled(id) else { return }
        self.handling? {
          self.cancel(timeout.inside.path.name(of: timeout.deadline))
          if let late = timeout.late { self.deliver?(late, context) }
        }
      }, context.awaited(by: context.run))
    part.onEnd = {
      if let timer { self.running.cancel(timer)?.cancel() }
      if let group = context.group { self.end(group) }
    }
  }

  /// Whether so much time has passed; not if it was cancelled.
  @usableFromInline
  nonisolated(nonsending) func sleep(
    _ sleep: @escaping EffectPlan<Action>.Sleep
  ) async -> Bool {
    do {
      try await sleep()
      return true
    } catch {
      reportThrown(error)
      return false
    }
  }

  // MARK: - Throttling

  /// Opens a quiet time, or keeps an effect until the one that is open is over.
  ///
  /// - Returns: Where the effect is to be started now; `nil` if it is not.
  @usableFromInline
  func throttle(
    _ effect: Effect<Action>, _ id: AnyHashable, _ sleep: @escaping EffectPlan<Action>.Sleep,
    latest: Bool, _ context: EffectContext
  ) -> EffectContext? {
    checkIsIsolated(for: "throttled effect")
    let name = context.path.name(of: id)
    let inside = context.inside([.identifier(id)])
    if let window = windows[name], let timer = window.timer, !running.isOver(timer) {
      guard latest else { return nil }
      // Its group waits for it from now on, or until a later one takes its place.
      let replaced = window.takePending()
      window.pending = pend(effect, inside)
      if let replaced { end(replaced) }
      return nil
    }
    let window = ThrottleWindow<Action>()
    windows[name] = window
    // Nobody waits for the quiet time itself. It begins before the effect, which may ask for another.
    window.timer = launch(
      .other { timer in
        while await self.sleep(sleep), !self.isCancelled(timer), let pending = window.takePending()
        {
          pending.isDue = true
          pending.parking.open()
        }
        if self.windows[name] === window { self.windows[name] = nil }
        if let dropped = window.takePending() { self.end(dropped) }
      }, EffectContext(path: inside.path))
    return inside
  }

  private func pend(_ effect: Effect<Action>, _ context: EffectContext) -> PendingEffect<Action> {
    let pending = PendingEffect(
      effect: effect, context: context, id: running.open(context, isWork: false))
    // What is cancelled while it waits ends then, whatever cancels it, and not with the quiet time: who
    // waits for its end is not kept. What tells of it is a task, since a run may be cancelled at any
    // moment, on any thread. The effect starts in this task, too: it has the task-local values and the
    // priority of the effect's own sender, and not of the one that opened the quiet time.
    launch(
      .other { _ in
        await pending.parking.wait()
        if pending.isDue {
          self.handling? { self.startPending(pending) }
        }
        self.end(pending)
      }, context.awaited(by: context.run))
    return pending
  }

  private func startPending(_ pending: PendingEffect<Action>) {
    if !isOver(pending.id, pending.context) { start(pending.effect, pending.context) }
    end(pending)
  }

  private func end(_ pending: PendingEffect<Action>) {
    guard !pending.hasEnded else { return }
    pending.hasEnded = true
    close(pending.id)
    pending.parking.open()
  }
}

/// An effect that is cancelled when it has not ended after some time.
struct Timeout<Action> {
  /// What tells the work under this timeout from all other.
  let deadline: AnyHashable
  let sleep: EffectPlan<Action>.Sleep
  /// The action that is sent when the effect is cancelled.
  let late: Action?
  /// Where the timeout was asked for.
  let context: EffectContext
  /// Where the effect is to be started.
  let inside: EffectContext
  let part: EffectGroup

  private struct Deadline: Hashable {
    let number: Int
  }

  init(
    number: Int, sleep: @escaping EffectPlan<Action>.Sleep, late: Action?, context: EffectContext,
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

/// The quiet time after a throttled effect, and what waits for its end. A class, to tell this quiet
/// time from a later one under the same identifier.
@usableFromInline
final class ThrottleWindow<Action> {
  var timer: RunningEffects.ID?
  var pending: PendingEffect<Action>?

  init() {}

  /// What waits, which waits no longer.
  func takePending() -> PendingEffect<Action>? {
    defer { pending = nil }
    return pending
  }
}

/// A throttled effect that waits for the end of the quiet time.
final class PendingEffect<Action> {
  let effect: Effect<Action>
  let context: EffectContext
  let id: RunningEffects.ID
  /// Where the task waits that is notified of the effect's cancellation.
  let parking = Parking()
  /// Whether the quiet time is over.
  var isDue = false
  var hasEnded = false

  init(effect: Effect<Action>, context: EffectContext, id: RunningEffects.ID) {
    self.effect = effect
    self.context = context
    self.id = id
  }
}

/// Where a task waits until it is let go or cancelled.
final class Parking: Sendable {
  private struct Place {
    var isOpen = false
    var waiter: UnsafeContinuation<Void, Never>?
  }

  private let place = Mutex(Place())

  /// Returns when it is opened, or the task cancelled.
  nonisolated(nonsending) func wait() async { await wait(on: #isolation) }

  // As `EffectRun.wait(on:)`.
  private func wait(on isolation: isolated (any Actor)?) async {
    await withTaskCancellationHandler {
      _ = isolation
      await withUnsafeContinuation { (waiter: UnsafeContinuation<Void, Never>) in
        let isOpen = place.withLock { place in
          if !place.isOpen { place.waiter = waiter }
          return place.isOpen
        }
        if isOpen { waiter.resume() }
      }
    } onCancel: {
      open()
    }
  }

  /// Lets go, now or as soon as somebody waits.
  func open() {
    let waiter = place.withLock { place in
      place.isOpen = true
      defer { place.waiter = nil }
      return place.waiter
    }
    waiter?.resume()
  }
}
