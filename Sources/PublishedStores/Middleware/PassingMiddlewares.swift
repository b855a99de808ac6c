public import FlowCore
public import Workloads

extension ObservingFeature {
  /// So many middlewares of the asynchronous design; each looks at the action and lets it pass.
  @inlinable public func passingMiddlewares(
    _ count: Int
  ) -> [MiddlewareClosure<State, Action, EffectDependencies<Request, Action>>] {
    (0..<count).map { _ in { _, action, _ in observe(action) } }
  }

  /// So many middleware existentials; each looks at the action and lets it pass.
  @inlinable public func passingActionMiddlewares(_ count: Int) -> [any ActionMiddleware<
    State, Action
  >] {
    (0..<count).map { _ in PassingActionMiddleware(feature: self) }
  }
}

/// A middleware of the protocol design that looks at the action and lets it pass.
public struct PassingActionMiddleware<F: ObservingFeature>: ActionMiddleware {
  @usableFromInline let feature: F

  @inlinable init(feature: F) { self.feature = feature }

  /// Says what the feature has to say to the action: nothing to any that is generated.
  @inlinable public func process(state: F.State, with action: F.Action) async -> F.Action? {
    feature.observe(action)
  }
}

/// A middleware of FlowCore's own store that looks at the action, decides at once, and lets it pass.
public struct PassingMiddleware<F: ObservingFeature>: Middleware {
  @usableFromInline let feature: F

  /// A middleware for `feature`.
  @inlinable public init(feature: F) { self.feature = feature }

  /// Nothing, for any action that is generated.
  @inlinable public func effect(of action: F.Action, in state: F.State) -> Effect<F.Action> {
    guard let answer = feature.observe(action) else { return .none }
    return .send(answer)
  }
}
