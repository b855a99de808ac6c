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
    close(id)
  }

  private func isOver(_ id: RunningEffects.ID, _ context: EffectContext) -> Bool {
    running.isOver(id) || context.run?.isCancelled == true
  }

  /// Starts the next ones of a sequence when the one before has ended by itself.
  private func goOnLater(
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
    checkIsIsolated(for: "timeout")
    lastDeadline += 1
    let deadline = AnyHashable(Deadline(number: lastDeadline))
    let limited = context.inside([.identifier(deadline)])
    let part = EffectGroup()
    part.begin()
    context.group?.begin()
    start(effect, limited.awaited(by: part))
    guard !part.endsNow() else {
      context.group?.end()
      return
    }
    // Only a `run` waits for the timer itself; whatever ends the effect ends the timer.
    let timer = launch(
      .other { id in
        guard await self.sleep(sleep), !self.isCancelled(id) else { return }
        self.handling? {
          self.cancel(limited.path.name(of: deadline))
          if let late { self.deliver?(late, context) }
        }
      }, context.awaited(by: context.run))
    part.onEnd = {
      if let timer { self.running.cancel(timer)?.cancel() }
      context.group?.end()
    }
  }

  /// What tells the work under one timeout from all other.
  private struct Deadline: Hashable {
    let number: Int
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

  @usableFromInline
  func throttle(
    _ effect: Effect<Action>, _ id: AnyHashable, _ sleep: @escaping EffectPlan<Action>.Sleep,
    latest: Bool, _ context: EffectContext
  ) {
    checkIsIsolated(for: "throttled effect")
    let name = context.path.name(of: id)
    let inside = context.inside([.identifier(id)])
    if let window = windows[name], let timer = window.timer, !running.isOver(timer) {
      guard latest else { return }
      // Its group waits for it from now on, or until a later one takes its place.
      let replaced = window.takePending()
      window.pending = pend(effect, inside)
      if let replaced { end(replaced) }
      return
    }
    let window = ThrottleWindow<Action>()
    windows[name] = window
    // Nobody waits for the quiet time itself. It begins before the effect, which may ask for another.
    window.timer = launch(
      .other { timer in
        while await self.sleep(sleep), !self.isCancelled(timer), let pending = window.takePending()
        {
          self.handling? { self.startPending(pending) }
        }
        if self.windows[name] === window { self.windows[name] = nil }
        if let dropped = window.takePending() { self.end(dropped) }
      }, EffectContext(path: inside.path))
    start(effect, inside)
  }

  private func pend(_ effect: Effect<Action>, _ context: EffectContext) -> PendingEffect<Action> {
    let pending = PendingEffect(
      effect: effect, context: context, id: running.open(context, isWork: false))
    // What is cancelled while it waits ends then, whatever cancels it, and not with the quiet time: who
    // waits for its end is not kept. What tells of it is a task, since a run may be cancelled at any
    // moment, on any thread.
    launch(
      .other { _ in
        await pending.parking.wait()
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
