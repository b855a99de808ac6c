public import FlowCore
public import Workloads

/// A feature over a simulated service as a reducer of FlowCore's own `Store`: effects that suspend,
/// and end when a newer one makes them superfluous.
public struct ServedReducer<F: Feature>: Reducer {
  @usableFromInline let feature: F

  /// The reducer of `feature`.
  @inlinable public init(_ feature: F) { self.feature = feature }

  /// Reduces in place and returns the work that was asked for.
  @inlinable public func reduce(into state: inout F.State, action: F.Action) -> Effect<F.Action> {
    feature.reduce(into: &state, action: action)
    guard let request = feature.request(for: action, after: state) else { return .none }
    let feature = feature
    let effect = Effect.task { await feature.answer(request) }
    guard let key = feature.cancellationKey(of: action) else { return effect }
    return effect.cancellable(id: key, cancelInFlight: true)
  }

  /// The feature's own word.
  @inlinable public func region(of action: F.Action) -> StateRegion {
    feature.region(of: action)
  }
}
