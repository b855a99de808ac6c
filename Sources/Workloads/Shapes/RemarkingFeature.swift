public import FlowCore
public import PublishedStores

/// A module whose actions middlewares can look at and let pass.
///
/// What such a middleware costs is what a hook costs that has nothing to do: logging that is off,
/// a rule that does not apply.
public protocol RemarkingFeature: LeafFeature {
  /// What a middleware that looks at every action says to this one: nothing to any that the
  /// generator makes, and something to another, so that no optimiser can leave the look out.
  func remark(on action: Action) -> Action?
}

extension RemarkingFeature {
  /// So many middlewares of the asynchronous design; each looks at the action and lets it pass.
  public func passingMiddlewares(
    _ count: Int
  ) -> [MiddlewareClosure<State, Action, EffectDependencies<Request, Action>>] {
    (0..<count).map { _ in { _, action, _ in remark(on: action) } }
  }

  /// So many middleware existentials; each looks at the action and lets it pass.
  public func passingActionMiddlewares(_ count: Int) -> [any ActionMiddleware<State, Action>] {
    (0..<count).map { _ in PassingActionMiddleware(feature: self) }
  }
}

/// A middleware of the protocol design that looks at the action and lets it pass.
public struct PassingActionMiddleware<F: RemarkingFeature>: ActionMiddleware {
  let feature: F

  /// Says what the feature has to say to the action: nothing to any that is generated.
  public func process(state: F.State, with action: F.Action) async -> F.Action? {
    feature.remark(on: action)
  }
}

/// A middleware of FlowCore's own store that looks at the action, decides at once, and lets it pass.
public struct PassingMiddleware<F: RemarkingFeature>: Middleware {
  @usableFromInline let feature: F

  /// A middleware for `feature`.
  @inlinable public init(feature: F) { self.feature = feature }

  /// Nothing, for any action that is generated.
  @inlinable public func effect(of action: F.Action, in state: F.State) -> Effect<F.Action> {
    guard let remark = feature.remark(on: action) else { return .none }
    return .send(remark)
  }
}

extension CounterFeature: RemarkingFeature {
  /// Answers a step of zero, which is never generated.
  @inlinable public func remark(on action: Action) -> Action? {
    switch action {
    case .increment(let step), .decrement(let step): step == 0 ? .increment(by: 1) : nil
    }
  }
}

extension FavoritesFeature: RemarkingFeature {
  /// Answers a step of zero and a negative favourite, which are never generated.
  @inlinable public func remark(on action: Action) -> Action? {
    switch action {
    case .increment(let step), .decrement(let step): step == 0 ? .increment(by: 1) : nil
    case .replace(_, let value): value < 0 ? .increment(by: 1) : nil
    }
  }
}
