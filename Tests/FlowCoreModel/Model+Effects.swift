extension EffectScript {
  var isNothing: Bool {
    switch self {
    case .none: true
    case .scoped(_, let plan): plan.isNothing
    case .merge(let plans): plans.isEmpty || plans.count == 1 && plans[0].isNothing
    default: false
    }
  }

  /// A Boolean value that indicates whether the effect needs no task.
  var isDoneAtOnce: Bool {
    switch self {
    case .none, .send, .run: true
    // Their parts determine the result.
    case .scoped(_, let plan): plan.isDoneAtOnce
    case .merge(let plans): plans.isEmpty || plans.count == 1 && plans[0].isDoneAtOnce
    default: false
    }
  }

  /// Returns the effect with its actions relative to the whole store.
  func embedded(in moves: [Move]) -> EffectScript {
    func outside(_ action: ProgramAction) -> ProgramAction {
      moves.reversed().reduce(action) { $0.behind($1) }
    }
    func inner(_ plan: EffectScript) -> EffectScript { plan.embedded(in: moves) }
    switch self {
    case .none, .failing, .delay, .cancel: return self
    case .send(let action): return .send(outside(action))
    case .run(let sends, let answer): return .run(sends: sends, answer: answer.map(outside))
    case .task(let sends, let sleeps, let answer):
      return .task(sends: sends, sleeps: sleeps, answer: answer.map(outside))
    case .stream(let ticks):
      return .stream(ticks.map { Tick(sleep: $0.sleep, answer: $0.answer.map(outside)) })
    case .merge(let plans): return .merge(plans.map(inner))
    case .concatenate(let plans): return .concatenate(plans.map(inner))
    case .cancellable(let id, let inFlight, let plan):
      return .cancellable(id, inFlight: inFlight, inner(plan))
    case .debounced(let id, let duration, let plan): return .debounced(id, duration, inner(plan))
    case .throttled(let id, let duration, let latest, let plan):
      return .throttled(id, duration, latest: latest, inner(plan))
    case .timeout(let duration, let late, let plan):
      return .timeout(duration, late: late.map(outside), inner(plan))
    case .scoped(let id, let plan): return .scoped(id, inner(plan))
    }
  }
}

extension Model {
  /// Starts an effect and calls `done` when it has ended.
  func start(_ plan: EffectScript, _ context: ModelContext, _ done: @escaping () -> Void) {
    switch plan {
    case .none: done()
    case .send(let action):
      answer(action, context)
      done()
    case .run(let sends, let action):
      send(sends)
      if let action { answer(action, context) }
      done()
    case .task(let sends, let sleeps, let action):
      work(context, done) { [self] one, end in
        send(sends)
        sleepAll(one, sleeps[...]) { [self] in
          if !one.isCancelled, let action { answer(action, context) }
          end()
        }
      }
    case .failing(let duration):
      work(context, done) { [self] one, end in
        effects.sleep(one, duration) { [self] in
          if !one.isCancelled { note(.fault("effectFailed")) }
          end()
        }
      }
    case .stream(let ticks):
      work(context, done) { [self] one, end in tick(one, ticks[...], end) }
    case .delay(let duration):
      work(context, done) { [self] one, end in effects.sleep(one, duration, then: end) }
    case .merge(let plans):
      var left = plans.count
      if left == 0 { return done() }
      for plan in plans {
        start(plan, context) {
          left -= 1
          if left == 0 { done() }
        }
      }
    case .concatenate(let plans): startSequence(plans, context, done)
    case .cancel(let id):
      cancel(context.name(.id(id)))
      done()
    case .cancellable(let id, let inFlight, let plan):
      if inFlight { cancel(context.name(.id(id))) }
      start(plan, context.inside(.id(id)), done)
    case .debounced(let id, let duration, let plan):
      let waiting = EffectScript.concatenate([.delay(duration), plan])
      start(.cancellable(id, inFlight: true, waiting), context, done)
    case .throttled(let id, let duration, let latest, let plan):
      throttle(id, duration, latest, plan, context, done)
    case .timeout(let duration, let late, let plan):
      start(plan, before: duration, late, context, done)
    case .scoped(let id, let plan):
      start(plan, plan.isDoneAtOnce ? context : context.inside(.scope(id)), done)
    }
  }

  private func work(
    _ context: ModelContext, _ done: @escaping () -> Void,
    _ body: (ModelEffects.Running, @escaping () -> Void) -> Void
  ) {
    if context.run?.isCancelled == true { return done() }
    let one = effects.open(context, isWork: true)
    body(one) { [self] in
      effects.close(one)
      done()
    }
  }

  private func sleepAll(
    _ one: ModelEffects.Running, _ sleeps: ArraySlice<Int>, then next: @escaping () -> Void
  ) {
    guard !one.isCancelled, let first = sleeps.first else { return next() }
    effects.sleep(one, first) { [self] in sleepAll(one, sleeps.dropFirst(), then: next) }
  }

  private func tick(
    _ one: ModelEffects.Running, _ ticks: ArraySlice<Tick>, _ end: @escaping () -> Void
  ) {
    guard !one.isCancelled, let first = ticks.first else { return end() }
    effects.sleep(one, first.sleep) { [self] in
      guard !one.isCancelled else { return end() }
      if let action = first.answer { answer(action, one.context, of: one) }
      tick(one, ticks.dropFirst(), end)
    }
  }

  private func startSequence(
    _ plans: [EffectScript], _ context: ModelContext, _ done: @escaping () -> Void
  ) {
    if context.run?.isCancelled == true { return done() }
    let node = effects.open(context, isWork: false)
    func continueSequence(_ plans: ArraySlice<EffectScript>) {
      var rest = plans
      while !node.isCancelled, context.run?.isCancelled != true, let first = rest.popFirst() {
        // If an effect ends within its start, the next one starts afterwards and not within.
        var (isStarting, isDone) = (true, false)
        start(first, context) { [rest] in
          isDone = true
          if !isStarting { self.handle { continueSequence(rest) } }
        }
        isStarting = false
        guard isDone else { return }
      }
      effects.close(node)
      done()
    }
    continueSequence(plans[...])
  }

  private func start(
    _ plan: EffectScript, before duration: Int, _ late: ProgramAction?, _ context: ModelContext,
    _ done: @escaping () -> Void
  ) {
    lastDeadline += 1
    let deadline = ModelStep.deadline(lastDeadline)
    let limited = context.inside(deadline)
    var isDone = false
    var timer: ModelEffects.Running?
    start(plan, limited) { [self] in
      isDone = true
      if let timer { effects.cancel { $0 === timer } }
      done()
    }
    guard !isDone else { return }
    context.run?.begin()
    work(context, { context.run?.end() }) { [self] one, end in
      timer = one
      effects.sleep(one, duration) { [self] in
        if !one.isCancelled, !isDone {
          handle {
            cancel(limited.name(deadline))
            if let late { answer(late, context) }
          }
        }
        end()
      }
    }
  }

  private func throttle(
    _ id: String, _ duration: Int, _ latest: Bool, _ plan: EffectScript, _ context: ModelContext,
    _ done: @escaping () -> Void
  ) {
    if context.run?.isCancelled == true { return done() }
    let name = context.name(.id(id))
    let inside = context.inside(.id(id))
    if let window = windows[name], !window.timer.isCancelled {
      guard latest else { return done() }
      let replaced = window.pending
      window.pending = pend(plan, inside, done)
      replaced?.end()
      return
    }
    work(ModelContext(path: inside.path), {}) { one, end in
      let window = ModelWindow(timer: one)
      windows[name] = window
      quiet(window, duration) { [self] in
        if windows[name] === window { windows[name] = nil }
        let dropped = window.pending
        window.pending = nil
        dropped?.end()
        end()
      }
    }
    start(plan, inside, done)
  }

  private func quiet(
    _ window: ModelWindow, _ duration: Int, _ end: @escaping () -> Void
  ) {
    effects.sleep(window.timer, duration) { [self] in
      guard !window.timer.isCancelled, let pending = window.pending else { return end() }
      window.pending = nil
      handle { pending.start() }
      quiet(window, duration, end)
    }
  }

  private func pend(
    _ plan: EffectScript, _ context: ModelContext, _ done: @escaping () -> Void
  ) -> ModelPending {
    // It can be cancelled at any time, so it waits as a work of its own.
    let one = effects.open(context, isWork: true)
    var isOver = false
    let end = { [self] in
      if isOver { return }
      isOver = true
      effects.close(one)
      done()
    }
    one.isActive = false
    one.end = end
    return ModelPending(
      start: { [self] in
        guard !one.isCancelled, context.run?.isCancelled != true else { return end() }
        isOver = true
        effects.close(one)
        start(plan, context, done)
      }, end: end)
  }
}

/// A throttled effect that waits for the end of the interval.
struct ModelPending {
  let start: () -> Void
  let end: () -> Void
}

/// A throttling interval.
final class ModelWindow {
  let timer: ModelEffects.Running
  var pending: ModelPending?

  init(timer: ModelEffects.Running) { self.timer = timer }
}
