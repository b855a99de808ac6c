public import FlowCore
public import Workloads

/// A feature as a reducer of FlowCore's `Store`, in place.
public struct FeatureReducer<F: Feature>: Reducer {
  @usableFromInline let feature: F

  /// Creates the reducer of `feature`.
  @inlinable public init(_ feature: F) { self.feature = feature }

  /// Reduces in place and returns the requested work.
  @inlinable public func reduce(into state: inout F.State, action: F.Action) -> Effect<F.Action> {
    feature.reduce(into: &state, action: action)
    guard let request = feature.request(for: action, after: state) else { return .none }
    return .perform { [feature] in feature.perform(request) }
  }

  /// Returns the region that the feature declares.
  @inlinable public func region(of action: F.Action) -> StateRegion {
    feature.region(of: action)
  }
}

/// A feature as a reducer whose effects await the feature's answer.
public struct AwaitingReducer<F: Feature>: Reducer {
  @usableFromInline let feature: F

  /// Creates the reducer of `feature`.
  @inlinable public init(_ feature: F) { self.feature = feature }

  /// Reduces in place and returns the requested work.
  @inlinable public func reduce(into state: inout F.State, action: F.Action) -> Effect<F.Action> {
    feature.reduce(into: &state, action: action)
    guard let request = feature.request(for: action, after: state) else { return .none }
    let feature = feature
    return .task { await feature.answer(request) }
  }

  /// Returns the region that the feature declares.
  @inlinable public func region(of action: F.Action) -> StateRegion {
    feature.region(of: action)
  }
}

/// A feature over a simulated service as a reducer of FlowCore's `Store`, with effects that suspend
/// and that newer effects cancel.
public struct ServedReducer<F: Feature>: Reducer {
  @usableFromInline let feature: F

  /// Creates the reducer of `feature`.
  @inlinable public init(_ feature: F) { self.feature = feature }

  /// Reduces in place and returns the requested work.
  @inlinable public func reduce(into state: inout F.State, action: F.Action) -> Effect<F.Action> {
    feature.reduce(into: &state, action: action)
    guard let request = feature.request(for: action, after: state) else { return .none }
    let feature = feature
    let effect = Effect.task { await feature.answer(request) }
    guard let key = feature.cancellationKey(of: action) else { return effect }
    return effect.cancellable(id: key, cancelInFlight: true)
  }

  /// Returns the region that the feature declares.
  @inlinable public func region(of action: F.Action) -> StateRegion {
    feature.region(of: action)
  }
}

/// `linger` as a reducer of FlowCore's `Store`: streams that never end, under one identifier.
public struct LingerReducer: Reducer {
  @usableFromInline let feature: LingerFeature

  @usableFromInline enum Identifier: Hashable { case lingering }

  /// Creates the reducer of `feature`.
  @inlinable public init(_ feature: LingerFeature) { self.feature = feature }

  /// Counts, and begins a stream or cancels all of them.
  @inlinable public func reduce(
    into state: inout LingerFeature.State, action: LingerFeature.Action
  ) -> Effect<LingerFeature.Action> {
    feature.reduce(into: &state, action: action)
    switch action {
    case .begin:
      let work = feature.work
      return .run { _ in await work.untilCancelled() }.cancellable(id: Identifier.lingering)
    case .endAll: return .cancel(id: Identifier.lingering)
    }
  }
}
