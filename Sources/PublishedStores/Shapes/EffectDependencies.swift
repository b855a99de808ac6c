public import Workloads

/// What the asynchronous designs call when a module asks for work: a struct of async closures, so
/// that a test can put its own in place.
public struct EffectDependencies<Request: Sendable, Action: Sendable>: Sendable {
  /// Does the work and returns the action that carries its answer.
  public var perform: @Sendable (Request) async -> Action?

  /// Dependencies that do the work by calling `perform`.
  @inlinable public init(perform: @escaping @Sendable (Request) async -> Action?) {
    self.perform = perform
  }
}

extension Feature {
  /// Dependencies that do this feature's work with its own services.
  @inlinable public func effectDependencies() -> EffectDependencies<Request, Action> {
    switch completion {
    case .immediate: EffectDependencies { request in perform(request) }
    case .suspending, .service, .counted:
      EffectDependencies { request in await answer(request) }
    }
  }
}
