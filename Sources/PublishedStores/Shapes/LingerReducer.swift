public import FlowCore
public import Workloads

/// `linger` as a reducer of FlowCore's own `Store`: streams that never end, under one identifier.
public struct LingerReducer: Reducer {
  @usableFromInline let feature: LingerFeature

  @usableFromInline enum Identifier: Hashable { case lingering }

  /// The reducer of `feature`.
  @inlinable public init(_ feature: LingerFeature) { self.feature = feature }

  /// Counts, and begins a stream or cancels all of them.
  @inlinable public func reduce(
    into state: inout LingerFeature.State, action: LingerFeature.Action
  ) -> Effect<LingerFeature.Action> {
    feature.reduce(into: &state, action: action)
    switch action {
    case .begin:
      let work = feature.work
      return .stream { _ in await work.untilCancelled() }.cancellable(id: Identifier.lingering)
    case .endAll: return .cancel(id: Identifier.lingering)
    }
  }
}

extension LingerFeature {
  /// Dependencies for designs whose effects are asynchronous: work that waits until the task it is
  /// done in is cancelled, and answers nothing.
  public func lingeringDependencies() -> EffectDependencies<Request, Action> {
    let work = work
    return EffectDependencies { _ in
      await work.untilCancelled()
      return nil
    }
  }
}
