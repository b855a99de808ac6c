/// Carries out the effects of one store that are not done at once.
///
/// What must be true of it: work starts on the store's executor before `start` returns, and nothing
/// of the runner hops; an effect that was cancelled, or whose store is gone, answers nothing.
///
/// No asynchronous closure here has a capture list: in Swift 6.3 such a closure forgets that it is
/// `nonisolated(nonsending)` and hops (swiftlang/swift#87097).
///
/// It lives on the store's executor. Tasks hold it and not the store, which therefore dies when its
/// owner lets go, and cancels what is in flight.
@usableFromInline
final class EffectRunner<Action> {
  /// The executor of the store; `nil` when it was made outside any actor.
  // Unowned: the actor owns the store, and would never die if the store owned it. Whatever is in
  // flight holds it.
  @usableFromInline unowned let isolation: (any Actor)?
  /// What the tasks of effects prefer: what the task preferred that made the store. A task that is
  /// not a child inherits no preference by itself, and what it calls would hop elsewhere.
  @usableFromInline let preference: (any TaskExecutor)?
  /// Hands an action to the store, for the errand it is part of; `nil` once the store is gone.
  @usableFromInline var deliver: ((Action, Errand?) -> Void)?
  @usableFromInline let report: (StoreFault) -> Void
  // Unchecked: no method of the table calls anybody who could come back to it.
  @exclusivity(unchecked) @usableFromInline var flights = FlightTable()
  @usableFromInline var windows: [EffectPath: Window] = [:]

  /// The quiet time after a throttled effect, and what waits for its end. A class, to tell this
  /// quiet time from a later one under the same identifier.
  @usableFromInline
  final class Window {
    @usableFromInline var pending: (effect: Effect<Action>, context: Context)?

    @usableFromInline init() {}
  }

  /// Where an effect belongs.
  @usableFromInline
  struct Context {
    /// The scopes it is in.
    @usableFromInline var path = EffectPath()
    /// Who waits for it to end.
    @usableFromInline var part: Errand?
    /// To whom belongs whatever its answers cause.
    @usableFromInline var sender: Errand?

    @usableFromInline
    init(path: EffectPath = EffectPath(), part: Errand? = nil, sender: Errand? = nil) {
      self.path = path
      self.part = part
      self.sender = sender
    }

    @inlinable
    func inside(_ step: AnyHashable) -> Context {
      Context(path: path.appending(step), part: part, sender: sender)
    }

    @inlinable
    func awaited(by part: Errand) -> Context {
      Context(path: path, part: part, sender: sender)
    }
  }

  @usableFromInline
  init(isolation: (any Actor)?, report: @escaping (StoreFault) -> Void) {
    self.isolation = isolation
    self.report = report
    if #available(macOS 26.4, iOS 26.4, tvOS 26.4, watchOS 26.4, visionOS 26.4, *) {
      preference = withUnsafeCurrentTask { $0?.unownedTaskExecutor?.asTaskExecutor() }
    } else {
      preference = nil
    }
  }

  /// Ends everything; nothing is delivered any more.
  @usableFromInline
  func storeEnded() {
    deliver = nil
    cancelAll()
  }

  // MARK: - Starting

  /// Starts an effect. Returns when it has ended or suspended.
  @inlinable
  func start(_ effect: Effect<Action>, _ context: Context) {
    switch effect {
    case .none: break
    case .send(let action): deliver?(action, context.sender)
    case .run(let work): if let action = work() { deliver?(action, context.sender) }
    case .work(let work): launch(work, context)
    case .later(let plan): start(plan.step, context)
    }
  }

  @inlinable
  func start(_ step: EffectPlan<Action>.Step, _ context: Context) {
    switch step {
    case .stream(let body): launch(EffectStream(body), context)
    case .delay, .concatenate, .timeout:
      launch(context) { ticket in await self.carryOut(step, ticket, context) }
    case .merge, .both: startAll(.later(EffectPlan(step)), context)
    case .cancel(let id): cancel(context.path.appending(id))
    case .cancellable(let id, let cancelInFlight, let effect):
      let inside = context.inside(id)
      if cancelInFlight { cancel(inside.path) }
      start(effect, inside)
    case .scoped(let id, let effect): start(effect, context.inside(id))
    case .throttle(let id, let sleep, let latest, let effect):
      throttle(effect, sleep, latest: latest, context.inside(id))
    case .endScopes(let hasEnded): cancelScopes(in: context.path, where: hasEnded)
    case .fault(let fault): report(fault)
    }
  }

  @inlinable
  func startAll(_ effect: Effect<Action>, _ context: Context) {
    var works: [EffectWork<Action>] = []
    gather(effect, &works, context)
    launch(works, context)
  }

  /// Adds the works of a merge to a list, and starts whatever else is in it; in order.
  @inlinable
  func gather(
    _ effect: Effect<Action>, _ works: inout [EffectWork<Action>], _ context: Context
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
  func launch(_ works: [EffectWork<Action>], _ context: Context) {
    if works.count == 1 {
      launch(works[0], context)
    } else if works.count > 1 {
      let queue = WorkQueue(works)
      while !queue.isEmpty, let ticket = open(context) {
        let task = onActor(Self.startWorks)(isolation, self, queue, ticket, context)
        flights.keep(task, of: ticket)
      }
    }
  }

  // MARK: - Carrying out, inside a flight

  @inlinable
  nonisolated(nonsending) func carryOut(
    _ effect: Effect<Action>, _ ticket: FlightTable.Ticket, _ context: Context
  ) async {
    switch effect {
    case .none: break
    case .send(let action): answer(action, ticket, context)
    case .run(let work): if let action = work() { answer(action, ticket, context) }
    case .work(let work): await carryOut(work, ticket, context)
    case .later(let plan): await carryOut(plan.step, ticket, context)
    }
  }

  @inlinable
  nonisolated(nonsending) func carryOut(
    _ step: EffectPlan<Action>.Step, _ ticket: FlightTable.Ticket, _ context: Context
  ) async {
    switch step {
    case .stream(let body):
      let sender = Sender<Action> { [self] in answer($0, ticket, context) }
      await reporting { try await body(sender) }
    case .delay(let sleep): await reporting { try await sleep() }
    case .concatenate(let effects):
      for effect in effects {
        if isCancelled(ticket) { return }
        await carryOut(effect, ticket, context)
      }
    case .timeout(let sleep, let late, let effect):
      await carryOut(effect, before: sleep, late: late, ticket, context)
    case .merge, .both, .cancel, .cancellable, .scoped, .throttle, .endScopes, .fault:
      let part = Errand()
      start(step, context.awaited(by: part))
      await part.wait()
    }
  }

  @inlinable
  nonisolated(nonsending) func carryOut(
    _ work: EffectWork<Action>, _ ticket: FlightTable.Ticket, _ context: Context
  ) async {
    do {
      if let action = try await work.body() { answer(action, ticket, context) }
    } catch {
      reportThrown(error)
    }
  }

  @inlinable
  nonisolated(nonsending) func carryOut(
    _ effect: Effect<Action>, before sleep: @escaping EffectPlan<Action>.Sleep, late: Action?,
    _ ticket: FlightTable.Ticket, _ context: Context
  ) async {
    let part = Errand()
    start(effect, context.awaited(by: part))
    guard !part.isDone else { return }
    let timer = Errand()
    launch(context.awaited(by: timer)) { timerTicket in
      await self.reporting { try await sleep() }
      guard !self.isCancelled(timerTicket) else { return }
      part.cancel()
      if let late { self.answer(late, timerTicket, context) }
    }
    await part.wait()
    timer.cancel()
  }

  @inlinable
  func answer(_ action: Action, _ ticket: FlightTable.Ticket, _ context: Context) {
    guard !isCancelled(ticket) else { return }
    deliver?(action, context.sender)
  }

  @inlinable
  func isCancelled(_ ticket: FlightTable.Ticket) -> Bool {
    flights.isOver(ticket) || Task.isCancelled
  }

  /// The answer of a work that its caller awaits; `nil` too when it was cancelled or threw.
  @inlinable
  nonisolated(nonsending) func answer(of work: EffectWork<Action>) async -> Action? {
    do {
      let action = try await work.body()
      return Task.isCancelled ? nil : action
    } catch {
      reportThrown(error)
      return nil
    }
  }

  @inlinable
  nonisolated(nonsending) func reporting(
    _ work: nonisolated(nonsending) () async throws -> Void
  ) async {
    do { try await work() } catch { reportThrown(error) }
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

  // MARK: - Throttling

  @inlinable
  func throttle(
    _ effect: Effect<Action>, _ sleep: @escaping EffectPlan<Action>.Sleep, latest: Bool,
    _ context: Context
  ) {
    guard windows[context.path] == nil else {
      guard latest else { return }
      // Its errand waits for it from now on, or until a later one takes its place.
      context.part?.begin()
      let replaced = windows[context.path]?.pending
      windows[context.path]?.pending = (effect, context)
      replaced?.context.part?.end()
      return
    }
    let window = Window()
    windows[context.path] = window
    start(effect, context)
    // Nobody waits for the quiet time itself.
    launch(Context(path: context.path)) { _ in
      while self.windows[context.path] === window {
        await self.reporting { try await sleep() }
        guard self.windows[context.path] === window else { return }
        guard let pending = window.pending else {
          self.windows[context.path] = nil
          return
        }
        window.pending = nil
        self.start(pending.effect, pending.context)
        pending.context.part?.end()
      }
    }
  }

  // MARK: - Cancelling

  /// Cancels all that runs under a path; quiet times under it are over.
  @inlinable
  func cancel(_ path: EffectPath) {
    endWindows { $0.steps.starts(with: path.steps) }
    for task in flights.cancel(path) { task.cancel() }
  }

  @inlinable
  func cancelScopes(in path: EffectPath, where hasEnded: (AnyHashable) -> Bool) {
    endWindows { $0.isIn(scopeOf: path, where: hasEnded) }
    for task in flights.cancelScopes(in: path, where: hasEnded) { task.cancel() }
  }

  @inlinable
  func cancelAll() {
    endWindows { _ in true }
    for task in flights.cancelAll() { task.cancel() }
  }

  // At once, and not when the task that waits for their end is told: what is throttled after a
  // cancellation begins anew.
  @inlinable
  func endWindows(where isOver: (EffectPath) -> Bool) {
    for (path, window) in windows where isOver(path) {
      windows[path] = nil
      window.pending?.context.part?.end()
    }
  }

  @inlinable
  func close(_ ticket: FlightTable.Ticket) { flights.close(ticket)?.end() }
}
