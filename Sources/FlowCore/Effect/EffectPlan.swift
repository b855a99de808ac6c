/// The work of an effect that may suspend.
///
/// Created by the operators of `Effect` and performed by the store.
public struct _EffectPlan<Action> {
  @usableFromInline let step: Step
  /// The number of levels of effects, at most one above the limit.
  @usableFromInline let depth: UInt8

  /// The maximum number of levels that are performed, embedded and destroyed by recursion.
  // Small enough for the stack of a thread in a build without optimization.
  @inlinable static var depthLimit: UInt8 { 32 }

  @inlinable
  init(_ step: Step) {
    self.step = step
    depth = 1
  }

  /// Creates a plan of other effects with the specified maximum depth.
  @inlinable
  init(_ step: Step, depthOfParts: UInt8) {
    self.step = depthOfParts < Self.depthLimit ? step : Self.deep(step)
    depth = Swift.min(depthOfParts, Self.depthLimit) &+ 1
  }

  @usableFromInline
  static func deep(_ step: Step) -> Step { .deep(DeepEffect(step)) }

  @usableFromInline
  init(_ effect: MappedEffect<Action>) {
    step = .mapped(effect)
    depth = effect.depth
  }

  /// Waits for a duration; throws if it is cancelled.
  @usableFromInline typealias Sleep = nonisolated(nonsending) () async throws -> Void
  @usableFromInline typealias Body =
    nonisolated(nonsending) (Sender<Action>) async throws -> Void

  /// The kinds of plans. Boxed, so that an `Effect` remains a few words.
  @usableFromInline
  indirect enum Step {
    case stream(Body)
    /// Works that share tasks.
    case works(WorkQueue<Action>)
    case delay(Sleep)
    case merge([Effect<Action>])
    /// A merge of two effects. A chain of reducers and middlewares adds one effect at a time
    /// without copying a list.
    case both(Effect<Action>, Effect<Action>)
    case concatenate([Effect<Action>])
    case cancel(AnyHashable)
    case cancellable(AnyHashable, cancelInFlight: Bool, Effect<Action>)
    case throttle(AnyHashable, Sleep, latest: Bool, Effect<Action>)
    case timeout(Sleep, answer: Action?, Effect<Action>)
    /// An effect in an inner namespace.
    case placed([EffectStep], Effect<Action>)
    /// Cancels the effects of members that satisfy a predicate.
    case endMembers(PartSite, hasGone: (AnyHashable) -> Bool)
    case fault(StoreFault)
    /// One of these steps, with too many levels for recursion.
    case deep(DeepEffect<Action>)
    /// An effect whose actions are embedded when they are sent.
    case mapped(MappedEffect<Action>)
  }

  /// A Boolean value that indicates whether this is a `perform` with an embedded action.
  @inlinable
  var isAtOnce: Bool { if case .mapped(let effect) = step { effect.isAtOnce } else { false } }

  @inlinable
  func map<Other>(_ transform: @escaping (Action) -> Other) -> _EffectPlan<Other> {
    guard depth <= Self.depthLimit else { return mappedLater(transform) }
    return mapped(transform) { $0.embedded(by: transform) }
  }

  /// Returns the plan with a level that is embedded when it is performed.
  @usableFromInline
  func mappedLater<Other>(_ transform: @escaping (Action) -> Other) -> _EffectPlan<Other> {
    if case .mapped(let effect) = step {
      return _EffectPlan<Other>(effect.followed(by: transform))
    }
    return _EffectPlan<Other>(EmbeddedEffect(.later(self), transform))
  }

  /// Returns the plan with its effects embedded by a function that is specialized for their types.
  // Not inlinable: an app would compile this method for each pair of its modules' actions, which
  // took half the time of its effects.
  @usableFromInline
  func mapped<Other>(
    _ transform: @escaping (Action) -> Other, _ embedded: (Effect<Action>) -> Effect<Other>
  ) -> _EffectPlan<Other> {
    if case .mapped(let effect) = step {
      return _EffectPlan<Other>(effect.followed(by: transform))
    }
    let step: _EffectPlan<Other>.Step =
      switch opened ?? step {
      case .stream(let body): .stream { try await body($0.pullback(transform)) }
      case .works(let queue): .works(EmbeddedWorks(queue, transform))
      case .delay(let sleep): .delay(sleep)
      case .merge(let effects): .merge(effects.map(embedded))
      case .both(let first, let second): .both(embedded(first), embedded(second))
      case .concatenate(let effects): .concatenate(effects.map(embedded))
      case .cancel(let id): .cancel(id)
      case .cancellable(let id, let cancelInFlight, let effect):
        .cancellable(id, cancelInFlight: cancelInFlight, embedded(effect))
      case .throttle(let id, let sleep, let latest, let effect):
        .throttle(id, sleep, latest: latest, embedded(effect))
      case .timeout(let sleep, let answer, let effect):
        .timeout(sleep, answer: answer.map(transform), embedded(effect))
      case .placed(let steps, let effect): .placed(steps, embedded(effect))
      case .endMembers(let site, let hasGone): .endMembers(site, hasGone: hasGone)
      case .fault(let fault): .fault(fault)
      case .deep, .mapped: preconditionFailure("the first level has been opened")
      }
    // One more level, because the closures of streams and works are nested.
    return _EffectPlan<Other>(step, depthOfParts: depth)
  }
}
