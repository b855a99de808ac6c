public import FlowCore
public import Workloads

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
