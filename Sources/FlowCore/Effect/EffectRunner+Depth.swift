// Effects that are nested too deeply for recursion.

extension EffectRunner {
  /// Remaining work of a deep effect.
  private enum Pending {
    case start(Effect<Action>, EffectContext)
    case merge(ArraySlice<Effect<Action>>, EffectContext)
    /// The rest of a sequence, and the group of the part that was started last.
    case sequence(
      ArraySlice<Effect<Action>>, RunningEffects.ID, EffectContext, after: EffectGroup?)
    /// The timer of an effect that has started.
    case limit(Timeout<Action>)
  }

  /// Starts an effect like `start`, one level at a time.
  // A list of pending work replaces nested calls.
  @usableFromInline
  func startDeep(_ step: _EffectPlan<Action>.Step, _ context: EffectContext) {
    var pending: [Pending] = [.start(.later(_EffectPlan(step)), context)]
    while let next = pending.popLast() {
      switch next {
      case .start(let effect, let context): open(effect, context, &pending)
      case .merge(let effects, let context): startNext(of: effects, context, &pending)
      case .sequence(var rest, let id, let context, let part):
        if let part {
          part.onEnd = { [rest] in self.continueSequenceLater(rest, id, context) }
          // The group is held until here, as in `continueSequence`.
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

  /// Performs the first level of an effect and appends the rest to the pending work.
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

  /// Starts the effects of a merge up to the first that is not plain work. Works share tasks.
  private func startNext(
    of effects: ArraySlice<Effect<Action>>, _ context: EffectContext, _ pending: inout [Pending]
  ) {
    var rest = effects
    var works: [_EffectWork<Action>] = []
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

  /// Returns the effects of a merge or sequence with all directly nested ones, in order.
  private func flattened(
    _ effects: [Effect<Action>], _ parts: (_EffectPlan<Action>.Step) -> [Effect<Action>]?
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

  /// Returns an effect without the identifiers and scopes around it, and the context in which to
  /// start it.
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
  /// The work, if the effect is plain work.
  fileprivate var onlyWork: _EffectWork<Action>? {
    switch self {
    case .work(let work): return work
    case .later(let plan):
      if case .mapped(let effect) = plan.step, effect.isWork { return effect.work }
      return nil
    case .none, .send, .perform: return nil
    }
  }
}
