/// What is to be done by an effect that may suspend.
///
/// Made by the functions of `Effect`; a store's `EffectRunner` carries it out.
public struct EffectPlan<Action> {
  @usableFromInline let step: Step

  @usableFromInline init(_ step: Step) { self.step = step }

  /// Returns when so much time has passed; throws when it is cancelled.
  @usableFromInline typealias Sleep = nonisolated(nonsending) () async throws -> Void
  /// Answers as often as it likes.
  @usableFromInline typealias Body =
    nonisolated(nonsending) (Sender<Action>) async throws -> Void

  /// The ways of putting work together. Boxed, so that an `Effect` stays a few words.
  @usableFromInline
  indirect enum Step {
    case stream(Body)
    /// Works that share tasks.
    case works(WorkQueue<Action>)
    case delay(Sleep)
    case merge([Effect<Action>])
    /// A merge of two: a chain of reducers and middlewares adds one at a time, without a list that
    /// is copied each time.
    case both(Effect<Action>, Effect<Action>)
    case concatenate([Effect<Action>])
    case cancel(AnyHashable)
    case cancellable(AnyHashable, cancelInFlight: Bool, Effect<Action>)
    case throttle(AnyHashable, Sleep, latest: Bool, Effect<Action>)
    case timeout(Sleep, answer: Action?, Effect<Action>)
    /// Further in by some steps: a part, a member, a scope.
    case placed([EffectStep], Effect<Action>)
    /// Ends the effects of members of which something is true.
    case endMembers(PartSite, hasGone: (AnyHashable) -> Bool)
    case fault(StoreFault)
  }

  @inlinable
  func map<Other>(_ transform: @escaping (Action) -> Other) -> EffectPlan<Other> {
    func all(_ effects: [Effect<Action>]) -> [Effect<Other>] {
      effects.map { $0.embedded(by: transform) }
    }
    let step: EffectPlan<Other>.Step =
      switch step {
      case .stream(let body): .stream { try await body($0.pullback(transform)) }
      case .works(let queue): .works(EmbeddedWorks(queue, transform))
      case .delay(let sleep): .delay(sleep)
      case .merge(let effects): .merge(all(effects))
      case .both(let first, let second):
        .both(first.embedded(by: transform), second.embedded(by: transform))
      case .concatenate(let effects): .concatenate(all(effects))
      case .cancel(let id): .cancel(id)
      case .cancellable(let id, let cancelInFlight, let effect):
        .cancellable(id, cancelInFlight: cancelInFlight, effect.embedded(by: transform))
      case .throttle(let id, let sleep, let latest, let effect):
        .throttle(id, sleep, latest: latest, effect.embedded(by: transform))
      case .timeout(let sleep, let answer, let effect):
        .timeout(sleep, answer: answer.map(transform), effect.embedded(by: transform))
      case .placed(let steps, let effect): .placed(steps, effect.embedded(by: transform))
      case .endMembers(let site, let hasGone): .endMembers(site, hasGone: hasGone)
      case .fault(let fault): .fault(fault)
      }
    return EffectPlan<Other>(step)
  }

  /// Whether it speaks of members of collections, or other parts that may vanish.
  @usableFromInline
  var namesMembers: Bool {
    switch step {
    case .endMembers: true
    case .placed(let steps, let effect):
      steps.contains { if case .member = $0 { true } else { false } } || effect.namesMembers
    case .merge(let effects), .concatenate(let effects): effects.contains(where: \.namesMembers)
    case .both(let first, let second): first.namesMembers || second.namesMembers
    case .cancellable(_, _, let effect), .throttle(_, _, _, let effect),
      .timeout(_, _, let effect):
      effect.namesMembers
    case .stream, .works, .delay, .cancel, .fault: false
    }
  }
}

extension Effect {
  @usableFromInline
  var namesMembers: Bool {
    if case .later(let plan) = self { plan.namesMembers } else { false }
  }
}
