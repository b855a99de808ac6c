public import FlowCore
public import Workloads

extension ObservingFeature {
  /// Returns asynchronous closures that look at an action and let it pass.
  @inlinable public func passingMiddlewares(
    _ count: Int
  ) -> [MiddlewareClosure<State, Action, EffectDependencies<Request, Action>>] {
    (0..<count).map { _ in { _, action, _ in observe(action) } }
  }

  /// Returns middleware existentials that look at an action and let it pass.
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

  /// Returns `nil` for generated actions.
  @inlinable public func process(state: F.State, with action: F.Action) async -> F.Action? {
    feature.observe(action)
  }
}

/// A synchronous middleware of FlowCore's store that looks at the action and lets it pass.
public struct PassingMiddleware<F: ObservingFeature>: Middleware {
  @usableFromInline let feature: F

  /// Creates a middleware for `feature`.
  @inlinable public init(feature: F) { self.feature = feature }

  /// Returns `.none` for generated actions.
  @inlinable public func effect(of action: F.Action, in state: F.State) -> Effect<F.Action> {
    guard let answer = feature.observe(action) else { return .none }
    return .send(answer)
  }
}
