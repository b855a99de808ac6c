// Whether an action can ask for work at all: decided by the action alone, so that a caller who
// does a store's effects for it need not read the store's state after every action.

extension Feature {
  /// Whether `request(for:after:)` could be anything but `nil`, whatever the state.
  @inlinable public func mayRequest(_ action: Action) -> Bool { Self.hasEffects }
}

extension Feature {
  /// The answer to the work that `action` asked for, done at once: the imperative shell around a
  /// functional core, for designs whose shape has no place for effects.
  ///
  /// - Parameter state: The state after the reduction; read only when the action may ask.
  @inlinable public func answer(
    to action: Action, after state: @autoclosure () -> State
  ) -> Action? {
    guard Self.hasEffects, mayRequest(action), let request = request(for: action, after: state())
    else { return nil }
    return perform(request)
  }
}
