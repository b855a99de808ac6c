public import Workloads

/// The dependencies of asynchronous designs: a struct of async closures, which tests can replace.
public struct EffectDependencies<Request: Sendable, Action: Sendable>: Sendable {
  /// Does the work and returns the answer.
  public var perform: @Sendable (Request) async -> Action?

  /// Creates dependencies that call `perform`.
  @inlinable public init(perform: @escaping @Sendable (Request) async -> Action?) {
    self.perform = perform
  }
}

extension Feature {
  /// Returns dependencies that do this feature's work.
  @inlinable public func effectDependencies() -> EffectDependencies<Request, Action> {
    switch completion {
    case .immediate: EffectDependencies { request in perform(request) }
    case .suspending, .service, .counted:
      EffectDependencies { request in await answer(request) }
    }
  }
}

extension LingerFeature {
  /// Returns dependencies for designs with asynchronous effects: work that waits until its task is
  /// cancelled, without an answer.
  public func lingeringDependencies() -> EffectDependencies<Request, Action> {
    let work = work
    return EffectDependencies { _ in
      await work.untilCancelled()
      return nil
    }
  }
}
