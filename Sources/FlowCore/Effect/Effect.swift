/// Work that a reducer returns instead of performing it.
///
/// The store performs the first three cases synchronously, after the state has changed and
/// observers were notified. They need no task, and `none` and `send` cost nothing. Work that may
/// suspend is created by `task`, `run` and `sequence`, and combined by `merge`, `concatenate`
/// and other operators. On macOS 26, iOS 26 and Linux, it starts on the store's executor and runs up
/// to its first suspension before `send` returns. On earlier systems, it starts at the next turn of
/// the store's actor.
///
/// An effect belongs to the store that runs it and may hold values that are not `Sendable`.
@frozen
public enum Effect<Action> {
  /// No work.
  case none
  /// Sends an action next.
  case send(Action)
  /// Performs synchronous work and sends the action that it returns.
  case perform(() -> Action?)
  /// Runs asynchronous work that sends at most one action; see `task(_:)`.
  case work(_EffectWork<Action>)
  /// Runs a plan made by `run`, `merge` or another operator.
  case later(_EffectPlan<Action>)
}

extension Effect {
  /// Performs an immediate effect and returns its action, for stores that only support such
  /// effects.
  ///
  /// - Precondition: The effect cannot suspend.
  @inlinable
  package func answerAtOnce() -> Action? {
    switch self {
    case .none: return nil
    case .send(let action): return action
    case .perform(let work): return work()
    case .later(let plan):
      if let effect = plan.only { return effect.answerAtOnce() }
      fallthrough
    case .work: preconditionFailure("this store runs only effects that answer at once")
    }
  }

  /// Returns the effect of a child reducer as an effect of the reducer that called it.
  ///
  /// Its actions are embedded in the case, and its identifiers are in a namespace of their own, so
  /// that two children of one type, at two cases, do not cancel each other's effects. The call
  /// costs nothing for `none` and `send`.
  ///
  /// - Parameter path: The case of the child's actions.
  /// - Precondition: The actions have been embedded fewer than 1,000 times, because each time nests
  ///   the effect's closures.
  @inlinable
  public func map<Other>(_ path: CasePath<Other, Action>) -> Effect<Other> {
    switch self {
    case .none, .send: embedded(by: path.embed)
    // A plan, which counts how often its actions were embedded.
    case .perform: .later(_EffectPlan(embedded: embedded(by: path.embed)))
    case .work, .later: placedApart(path)
    }
  }

  // Separate, because most actions return no effect, and a namespace allocates its path.
  @inlinable
  @inline(never)
  func placedApart<Other>(_ path: CasePath<Other, Action>) -> Effect<Other> {
    var embed: (Action) -> Other = path.embed
    assert(
      {
        embed = path.checkedEmbed
        return true
      }())
    let effect = embedded(by: embed)
      .placed(at: .part(PartSite(AnyHashable(path.site), of: Action.self)))
    // A work becomes a plan when it is placed, after its actions were embedded.
    guard case .work = self, case .later(var plan) = effect else { return effect }
    plan.embeddings = 1
    return .later(plan)
  }

  /// Returns the effect with its actions embedded, for combinators, which place the effect
  /// themselves. The number of levels is that of nested reducers.
  @inlinable
  func embedded<Other>(by transform: @escaping (Action) -> Other) -> Effect<Other> {
    switch self {
    case .none: .none
    case .send(let action): .send(transform(action))
    case .perform(let work): .perform { work().map(transform) }
    case .work(let work): .work(_EffectWork { try await work.body().map(transform) })
    case .later(let plan): .later(plan.mapped(transform))
    }
  }

  /// The number of steps in a plan.
  @inlinable var stepCount: Int {
    switch self {
    case .none: 0
    case .send, .perform, .work: 1
    case .later(let plan): plan.steps.count
    }
  }
}

/// Asynchronous work that returns at most one action.
///
/// A struct around the closure, because the payload of an enum case cannot be
/// `nonisolated(nonsending)`.
@frozen
public struct _EffectWork<Action> {
  @usableFromInline typealias Body = nonisolated(nonsending) () async throws -> Action?
  @usableFromInline let body: Body

  @inlinable
  init(_ body: nonisolated(nonsending) @escaping () async throws -> Action?) { self.body = body }
}
