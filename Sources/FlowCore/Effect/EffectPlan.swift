/// What is to be done by an effect that may suspend.
///
/// Made by the functions of `Effect`; a store's `EffectRunner` carries it out.
public struct EffectPlan<Action> {
  @usableFromInline let step: Step
  /// Whether it speaks of members of collections, or other parts that may vanish.
  // Kept, since it is asked at each level that the effect passes.
  @usableFromInline let namesMembers: Bool
  /// The number of levels of effects, at most one more than the limit.
  @usableFromInline let depth: UInt8

  /// The number of levels that are carried out, embedded and destroyed by recursion.
  // So few that they fit on the stack of a thread that others have used, without optimization, too.
  @inlinable static var depthLimit: UInt8 { 32 }

  @inlinable
  init(_ step: Step, namesMembers: Bool = false) {
    self.step = step
    self.namesMembers = namesMembers
    depth = 1
  }

  /// Made of other effects, the deepest of which has so many levels.
  @inlinable
  init(_ step: Step, namesMembers: Bool, depthOfParts: UInt8) {
    self.namesMembers = namesMembers
    self.step = depthOfParts < Self.depthLimit ? step : Self.deep(step)
    depth = Swift.min(depthOfParts, Self.depthLimit) &+ 1
  }

  @usableFromInline
  static func deep(_ step: Step) -> Step { .deep(DeepEffect(step)) }

  @usableFromInline
  init(_ effect: MappedEffect<Action>, namesMembers: Bool = false) {
    step = .mapped(effect)
    self.namesMembers = namesMembers
    depth = effect.depth
  }

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
    /// One of these steps, made of effects that have as many levels as recursion goes through.
    case deep(DeepEffect<Action>)
    /// An effect whose actions are embedded when it answers.
    case mapped(MappedEffect<Action>)
  }

  /// Whether it is a `run` whose answer is embedded.
  @inlinable
  var isAtOnce: Bool { if case .mapped(let effect) = step { effect.isAtOnce } else { false } }

  @inlinable
  func map<Other>(_ transform: @escaping (Action) -> Other) -> EffectPlan<Other> {
    guard depth <= Self.depthLimit else { return mappedLater(transform) }
    return mapped(transform) { $0.embedded(by: transform) }
  }

  /// The same, of which a level is embedded when it is carried out.
  @usableFromInline
  func mappedLater<Other>(_ transform: @escaping (Action) -> Other) -> EffectPlan<Other> {
    if case .mapped(let effect) = step {
      return EffectPlan<Other>(effect.followed(by: transform), namesMembers: namesMembers)
    }
    return EffectPlan<Other>(
      EmbeddedEffect(.later(self), transform), namesMembers: namesMembers)
  }

  /// The same, its effects embedded by a function that is compiled where the types are known.
  // The rest is not: an app compiles it for each pair of its modules' actions, which took half the time
  // that its effects took.
  @usableFromInline
  func mapped<Other>(
    _ transform: @escaping (Action) -> Other, _ embedded: (Effect<Action>) -> Effect<Other>
  ) -> EffectPlan<Other> {
    if case .mapped(let effect) = step {
      return EffectPlan<Other>(effect.followed(by: transform), namesMembers: namesMembers)
    }
    let step: EffectPlan<Other>.Step =
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
    // A level more, since the closures of streams and works are nested in others.
    return EffectPlan<Other>(step, namesMembers: namesMembers, depthOfParts: depth)
  }
}

extension Effect {
  @inlinable
  var namesMembers: Bool {
    if case .later(let plan) = self { plan.namesMembers } else { false }
  }
}
