/// A feature whose work is done by a service that takes its time, and whose actions carry ids.
public protocol ServedFeature: Feature {
  /// Gives an action its id, before it is sent.
  func stamp(_ action: inout Action, _ id: LoadActionID)
}

extension Copies: ServedFeature where Base: ServedFeature {
  /// As the module does.
  @inlinable public func stamp(_ action: inout Action, _ id: LoadActionID) {
    base.stamp(&action.action, id)
  }
}

extension Copies {
  /// A copy's work is made superfluous by its own actions only.
  @inlinable public func cancellationKey(of action: Action) -> Int? {
    base.cancellationKey(of: action.action) == nil ? nil : action.index
  }
}
