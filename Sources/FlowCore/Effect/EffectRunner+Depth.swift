// Effects whose parts are nested deeper than recursion can go.

extension EffectRunner {
  /// Something that is left to do of a deep effect.
  private enum Pending {
    case start(Effect<Action>, EffectContext)
    case merge(ArraySlice<Effect<Action>>, EffectContext)
    /// The rest of a sequence, and the part of it that has been started before.
    case sequence(
      ArraySlice<Effect<Action>>, RunningEffects.ID, EffectContext, after: EffectGroup?)
    /// The timer of an effect that has been started.
    case limit(Timeout<Action>)
  }

  /// Starts an effect, as `start` does, whose levels are gone through one at a time.
  // What is left to do is a list in place of calls that are nested.
  @usableFromInline
  func startDeep(_ step: EffectPlan<Action>.Step, _ context: EffectContext) {
    var pending: [Pending] = [.start(.later(EffectPlan(step)), context)]
    while let next = pending.popLast() {
      switch next {
      case .start(let effect, let context): open(effect, context, &pending)
      case .merge(let effects, let context): startNext(of: effects, context, &pending)
      case .sequence(var rest, let id, let context, let part):
        if let part {
          part.onEnd = { [rest] in self.goOnLater(rest, id, context) }
          // Held until here, as by `goOn`.
          guard part.endsNow() else { continue }
        }
        guard !isOver(id, context), let effect = rest.popFirst() else {
          closeSequence(id)
          continue
        }
        let part = EffectGroup()
        part.begin()
        pending.append(.sequence(rest, id, context, after: part))
        pending.append(.start(effect, context.awaited(by: part)))
      case .limit(let timeout): limit(timeout)
      }
    }
  }

  /// Does what the first level of an effect asks for, and adds the rest to what is left to do.
  private func open(
    _ effect: Effect<Action>, _ context: EffectContext, _ pending: inout [Pending]
  ) {
    guard case .later(let plan) = effect, let step = plan.opened else {
      return start(effect, context)
    }
    switch step {
    case .merge, .both:
      let effects = flattened(step.parts) { $0.merged }
      pending.append(.merge(effects[...], context))
    case .concatenate(let effects):
      let id = running.open(context, isWork: false)
      let parts = flattened(effects) { $0.concatenated }
      pending.append(.sequence(parts[...], id, context, after: nil))
    case .cancellable, .placed:
      let (effect, inside) = unwrapped(effect, context)
      pending.append(.start(effect, inside))
    case .throttle(let id, let sleep, let latest, let effect):
      if let inside = throttle(effect, id, sleep, latest: latest, context) {
        pending.append(.start(effect, inside))
      }
    case .timeout(let sleep, let late, let effect):
      let timeout = openTimeout(sleep, late: late, context)
      pending.append(.limit(timeout))
      pending.append(.start(effect, timeout.inside))
    case .stream, .works, .delay, .cancel, .endMembers, .fault, .deep, .mapped:
      start(step, context)
    }
  }

  /// Starts effects of a merge up to the first that is no work; works share tasks.
  private func startNext(
    of effects: ArraySlice<Effect<Action>>, _ context: EffectContext, _ pending: inout [Pending]
  ) {
    var rest = effects
    var works: [EffectWork<Action>] = []
    while let effect = rest.popFirst() {
      if let work = effect.onlyWork {
        works.append(work)
      } else {
        pending.append(.merge(rest, context))
        pending.append(.start(effect, context))
        break
      }
    }
    launch(works, context)
  }

  /// The effects of a merge, or of a sequence, and of all those directly in it, in order.
  private func flattened(
    _ effects: [Effect<Action>], _ parts: (EffectPlan<Action>.Step) -> [Effect<Action>]?
  ) -> [Effect<Action>] {
    var all: [Effect<Action>] = []
    var rest = Array(effects.reversed())
    while let effect = rest.popLast() {
      if case .later(let plan) = effect, let parts = parts(plan.opened ?? plan.step) {
        rest += parts.reversed()
      } else {
        all.append(effect)
      }
    }
    return all
  }

  /// An effect without the identifiers and places around it, and where it is to be started.
  private func unwrapped(
    _ wrapped: Effect<Action>, _ context: EffectContext
  ) -> (Effect<Action>, EffectContext) {
    var effect = wrapped
    var steps: [EffectStep] = []
    var places = context.path.places
    while case .later(let plan) = effect {
      switch plan.opened ?? plan.step {
      case .cancellable(let id, let cancelInFlight, let inner):
        if cancelInFlight { cancel(EffectName(places: places, step: .identifier(id))) }
        steps.append(.identifier(id))
        effect = inner
      case .placed(let more, let inner):
        steps += more
        places += more.filter(\.isPlace)
        effect = inner
      default: return (effect, context.inside(steps))
      }
    }
    return (effect, context.inside(steps))
  }
}

extension Effect {
  /// The work, if it is nothing else.
  fileprivate var onlyWork: EffectWork<Action>? {
    switch self {
    case .work(let work): return work
    case .later(let plan):
      if case .mapped(let effect) = plan.step, effect.isWork { return effect.work }
      return nil
    case .none, .send, .run: return nil
    }
  }
}
