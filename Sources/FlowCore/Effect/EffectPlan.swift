/// The work of an effect that may suspend: a list of steps without nesting, created by the operators
/// of `Effect` and performed by the store.
///
/// A step that applies to other effects is followed by the steps of these effects and contains their
/// number. Effects of many levels are therefore combined, embedded, performed and destroyed without
/// recursion. Adjacent steps start in order; those that suspend run concurrently.
public struct _EffectPlan<Action> {
  @usableFromInline var steps: [Step] = []
  /// The number of times that the actions were embedded in other actions. The closures of the steps
  /// are nested as deeply.
  @usableFromInline var embeddings = 0

  /// The maximum number of times that the actions of an effect can be embedded.
  // The stack of a secondary thread is sufficient in a build without optimization.
  static var embeddingLimit: Int { 1_000 }

  /// Waits for a duration; throws if it is cancelled.
  @usableFromInline typealias Sleep = nonisolated(nonsending) () async throws -> Void
  @usableFromInline typealias Body =
    nonisolated(nonsending) (Sender<Action>) async throws -> Void

  /// A step of a plan.
  @usableFromInline
  enum Step {
    /// An effect without a plan.
    case effect(Effect<Action>)
    case stream(Body)
    /// Works that share tasks.
    case works(WorkQueue<Action>)
    case control(EffectControl)
    /// A sequence, or several effects that are one part of a sequence.
    case group(isSequence: Bool, count: Int)
    /// Effects with identifiers or in an inner namespace. A bit of `cancelling` indicates that the
    /// identifier at that index cancels running effects first.
    case inside([EffectStep], cancelling: UInt64, count: Int)
    indirect case throttle(AnyHashable, Sleep, latest: Bool, count: Int)
    indirect case timeout(Sleep, answer: Action?, count: Int)

    /// The number of following steps that the step applies to.
    @inlinable var count: Int {
      switch self {
      case .effect, .stream, .works, .control: 0
      case .group(_, let count), .inside(_, _, let count), .throttle(_, _, _, let count),
        .timeout(_, _, let count):
        count
      }
    }

    @inlinable var isLeaf: Bool {
      switch self {
      case .effect, .stream, .works, .control: true
      case .group, .inside, .throttle, .timeout: false
      }
    }
  }

  @inlinable
  init(_ step: Step) { steps = [step] }

  /// Creates a plan of a step that applies to an effect.
  @inlinable
  init(around effect: Effect<Action>, _ step: (_ count: Int) -> Step) {
    let count = effect.stepCount
    steps.reserveCapacity(count + 1)
    steps.append(step(count))
    append(effect)
  }

  /// Creates a plan of several effects that start in order.
  @inlinable
  init(merging effects: [Effect<Action>]) {
    steps.reserveCapacity(effects.reduce(0) { $0 + $1.stepCount })
    for effect in effects { append(effect) }
    // Unlike a single immediate effect, a merge can be in a namespace.
    if only != nil { steps.insert(.group(isSequence: false, count: 1), at: 0) }
  }

  /// Creates a plan of two effects that start in order.
  @inlinable
  init(merging first: Effect<Action>, _ second: Effect<Action>) {
    steps.reserveCapacity(first.stepCount + second.stepCount)
    append(first)
    append(second)
  }

  /// Creates a plan of effects that start one after the other.
  @usableFromInline
  init(sequence effects: [Effect<Action>]) {
    steps.append(.group(isSequence: true, count: 0))
    for effect in effects {
      switch effect {
      case .none: continue
      case .later(let plan) where plan.isSequence:
        embeddings = Swift.max(embeddings, plan.embeddings)
        steps += plan.steps.dropFirst()
      case .later(let plan) where !plan.isSingle:
        steps.append(.group(isSequence: false, count: plan.steps.count))
        append(effect)
      case .send, .perform, .work, .later: append(effect)
      }
    }
    steps[0] = .group(isSequence: true, count: steps.count - 1)
  }

  /// Appends the steps of another effect.
  @inlinable
  mutating func append(_ effect: Effect<Action>) {
    switch effect {
    case .none: break
    case .send, .perform, .work: steps.append(.effect(effect))
    case .later(let plan):
      steps += plan.steps
      embeddings = Swift.max(embeddings, plan.embeddings)
    }
  }

  /// The plan as an effect.
  @inlinable var effect: Effect<Action> { steps.isEmpty ? .none : .later(self) }

  /// A Boolean value that indicates whether the first step applies to all others.
  @inlinable var isSingle: Bool { !steps.isEmpty && steps[0].count == steps.count - 1 }

  private var isSequence: Bool {
    if isSingle, case .group(isSequence: true, _) = steps[0] { true } else { false }
  }

  /// The immediate effect or the work that is the only step; `nil` for other plans.
  @inlinable var only: Effect<Action>? {
    if steps.count == 1, case .effect(let effect) = steps[0] { effect } else { nil }
  }

  /// Returns a plan in a namespace or with an identifier.
  @inlinable
  func placed(at place: EffectStep, cancelsInFlight: Bool) -> _EffectPlan {
    // A single list, so that the store creates one path, unless the list would become long.
    guard isSingle, case .inside(let places, let cancelling, let count) = steps[0],
      places.count < EffectPath.depthLimit
    else {
      return _EffectPlan(around: .later(self)) {
        .inside([place], cancelling: cancelsInFlight ? 1 : 0, count: $0)
      }
    }
    var plan = self
    plan.steps[0] = .inside(
      [place] + places, cancelling: cancelling << 1 | (cancelsInFlight ? 1 : 0), count: count)
    return plan
  }

  /// Returns the plan with its actions embedded.
  @inlinable
  func mapped<Other>(_ transform: @escaping (Action) -> Other) -> _EffectPlan<Other> {
    var plan = _EffectPlan<Other>(embeddings: nextEmbeddings)
    plan.steps.reserveCapacity(steps.count)
    for step in steps {
      if case .effect(let effect) = step {
        plan.steps.append(.effect(effect.embedded(by: transform)))
      } else {
        plan.steps.append(step.mapped(transform))
      }
    }
    return plan
  }

  @usableFromInline var nextEmbeddings: Int {
    guard embeddings < Self.embeddingLimit else {
      fatalError(
        "Effect.map: the actions of an effect must be embedded at most \(Self.embeddingLimit) times"
      )
    }
    return embeddings + 1
  }

  /// Creates a plan of an embedded `perform`.
  @inlinable
  init(embedded perform: Effect<Action>) {
    steps = [.effect(perform)]
    embeddings = 1
  }

  @inlinable
  init(embeddings: Int) { self.embeddings = embeddings }
}

extension _EffectPlan.Step {
  /// Returns the step with its actions embedded.
  // Not inlinable: an app would compile this method for each pair of its modules' actions, which
  // took half the time of its effects.
  @usableFromInline
  func mapped<Other>(_ transform: @escaping (Action) -> Other) -> _EffectPlan<Other>.Step {
    switch self {
    case .effect(let effect): .effect(effect.embedded(by: transform))
    case .stream(let body): .stream { try await body($0.pullback(transform)) }
    case .works(let queue): .works(EmbeddedWorks(queue, transform))
    case .control(let control): .control(control)
    case .group(let isSequence, let count): .group(isSequence: isSequence, count: count)
    case .inside(let places, let cancelling, let count):
      .inside(places, cancelling: cancelling, count: count)
    case .throttle(let id, let sleep, let latest, let count):
      .throttle(id, sleep, latest: latest, count: count)
    case .timeout(let sleep, let answer, let count):
      .timeout(sleep, answer: answer.map(transform), count: count)
    }
  }
}

extension Effect {
  /// A Boolean value that indicates whether the effect only reports that its action had no receiver.
  @usableFromInline var isRefusal: Bool {
    guard case .later(let plan) = self else { return false }
    var isReported = false
    for step in plan.steps {
      switch step {
      case .control(.fault(let fault)) where fault.kind == .missingPart: isReported = true
      case .group, .inside: break
      case .effect, .stream, .works, .control, .throttle, .timeout: return false
      }
    }
    return isReported
  }
}

/// An operation of the store on its effects, which does not depend on the type of actions.
@usableFromInline
enum EffectControl {
  /// Cancels the effects with an identifier.
  case cancel(AnyHashable)
  /// Cancels the effects of members that satisfy a predicate.
  indirect case endMembers(PartSite, hasGone: (AnyHashable) -> Bool)
  case fault(StoreFault)
}
