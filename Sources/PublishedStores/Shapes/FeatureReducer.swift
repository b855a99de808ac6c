public import FlowCore
public import Workloads

/// A feature as a reducer of FlowCore's own `Store`: resolved at compile time, in place.
public struct FeatureReducer<F: Feature>: Reducer {
  @usableFromInline let feature: F

  /// The reducer of `feature`.
  @inlinable public init(_ feature: F) { self.feature = feature }

  /// Reduces in place and returns the work that was asked for.
  @inlinable public func reduce(into state: inout F.State, action: F.Action) -> Effect<F.Action> {
    feature.reduce(into: &state, action: action)
    guard let request = feature.request(for: action, after: state) else { return .none }
    return .run { [feature] in feature.perform(request) }
  }

  /// The feature's own word.
  @inlinable public func region(of action: F.Action) -> StateRegion {
    feature.region(of: action)
  }
}

/// A feature as a reducer whose effects await the feature's answer.
public struct AwaitingReducer<F: Feature>: Reducer {
  @usableFromInline let feature: F

  /// The reducer of `feature`.
  @inlinable public init(_ feature: F) { self.feature = feature }

  /// Reduces in place and returns the work that was asked for.
  @inlinable public func reduce(into state: inout F.State, action: F.Action) -> Effect<F.Action> {
    feature.reduce(into: &state, action: action)
    guard let request = feature.request(for: action, after: state) else { return .none }
    let feature = feature
    return .task { await feature.answer(request) }
  }

  /// The feature's own word.
  @inlinable public func region(of action: F.Action) -> StateRegion {
    feature.region(of: action)
  }
}
