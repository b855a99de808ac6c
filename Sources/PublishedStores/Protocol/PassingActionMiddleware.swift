public import Workloads

extension ObservingFeature {
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
