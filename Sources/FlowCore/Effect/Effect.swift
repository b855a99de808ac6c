/// Work that a reducer returns instead of doing.
///
/// The first three cases are done at once, by the store, after the state has changed and whoever
/// watches has been notified. They cost no task, and `none` and `send` nothing at all. Work that may
/// suspend is made by `task`, `stream` and `sequence`, put together by `merge`, `concatenate` and
/// the operators, and starts on the store's own executor: it runs until it first suspends before
/// `send` returns.
///
/// An effect belongs to the store that runs it and may hold what is not `Sendable`.
@frozen
public enum Effect<Action> {
  /// Nothing to do.
  case none
  /// An action to be sent next.
  case send(Action)
  /// Work done at once; an action it returns is sent next.
  case run(() -> Action?)
  /// Work that may suspend and answers once; see `task(_:)`.
  case work(EffectWork<Action>)
  /// Work put together by `stream`, `merge` and the other functions that make it.
  case later(EffectPlan<Action>)
}

extension Effect {
  /// The answer of an effect that is done at once, for stores without a place for anything else.
  ///
  /// - Precondition: It cannot suspend.
  @inlinable
  public func answerAtOnce() -> Action? {
    switch self {
    case .none: return nil
    case .send(let action): return action
    case .run(let work): return work()
    case .later(let plan):
      if case .mapped(let effect) = plan.step, effect.isAtOnce { return effect.answerAtOnce() }
      fallthrough
    case .work: preconditionFailure("this store runs only effects that answer at once")
    }
  }

  /// The same effect, its actions embedded in another kind of action.
  ///
  /// Free for `none` and `send`. It says nothing of where the effect belongs: a reducer that calls the
  /// same module for two parts of its state, by hand, tells their identifiers apart with
  /// `scoped(to:)`.
  ///
  /// - Parameters:
  ///   - transform: Embeds an action.
  ///   - file: Where it is called; leave it out, as those that follow.
  @inlinable
  public func map<Other>(
    _ transform: @escaping (Action) -> Other,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Effect<Other> {
    switch self {
    case .none: return .none
    case .send(let action): return .send(transform(action))
    case .run, .work:
      guard MapCount.endsClosures() else { return embedded(by: transform) }
      return .later(EffectPlan(EmbeddedEffect(self, transform)))
    case .later(let plan):
      let effect = Effect<Other>.later(plan.map(transform))
      guard plan.namesMembers else { return effect }
      return effect.placed(at: .origin(SourceSite(file, line, column)))
    }
  }

  /// As `map`, for combinators, which say by themselves where the effect belongs. There are only as
  /// many levels of them as reducers are nested.
  @inlinable
  func embedded<Other>(by transform: @escaping (Action) -> Other) -> Effect<Other> {
    switch self {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .run(let work): .run { work().map(transform) }
    case .work(let work): .work(EffectWork { try await work.body().map(transform) })
    case .later(let plan): .later(plan.map(transform))
    }
  }
}

/// Work that may suspend, and answers once or not at all.
///
/// A struct around the closure: an enum's case cannot say that its payload is
/// `nonisolated(nonsending)`.
@frozen
public struct EffectWork<Action> {
  @usableFromInline typealias Body = nonisolated(nonsending) () async throws -> Action?
  @usableFromInline let body: Body

  @inlinable
  init(_ body: nonisolated(nonsending) @escaping () async throws -> Action?) { self.body = body }
}
