/// A reducer that records each action in a history before its base reduces it.
///
/// Created by `reducer.recording(into: history)`. Actions of effects are recorded in the order of
/// their reduction, like sent actions.
public struct RecordingReducer<Base: Reducer>: TransparentReducer {
  /// The state of the base.
  public typealias State = Base.State
  /// The action of the base.
  public typealias Action = Base.Action

  /// The reducer whose actions are recorded.
  public let base: Base
  /// The history that records the actions.
  @usableFromInline package let history: History<Base.State, Base.Action>

  @inlinable
  init(base: Base, history: History<Base.State, Base.Action>) {
    self.base = base
    self.history = history
  }

  /// Records the action and reduces it.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    history.tape.pointee.record(action, before: state)
    return base.reduce(into: &state, action: action)
  }

  /// Records the new state in the history, unless the history restored it.
  @inlinable
  public func stateWasReplaced(by state: Base.State) {
    history.stateWasReplaced(by: state)
    base.stateWasReplaced(by: state)
  }
}

extension Reducer {
  /// Returns this reducer with all actions recorded in a history.
  ///
  /// - Parameter history: A history for the one store that is created with the result.
  /// - Precondition: The history does not record another reducer.
  /// - Complexity: Amortized O(1) for each action, without an allocation.
  @inlinable
  public func recording(into history: History<State, Action>) -> RecordingReducer<Self> {
    history.begin(with: self)
    return RecordingReducer(base: self, history: history)
  }

  @usableFromInline
  func records(into history: History<State, Action>) -> Bool {
    func open<Transparent: TransparentReducer<State, Action>>(_ reducer: Transparent) -> Bool {
      if let recording = reducer as? RecordingReducer<Transparent.Base>,
        recording.history === history
      {
        return true
      }
      return reducer.base.records(into: history)
    }
    guard let transparent = self as? any TransparentReducer<State, Action> else { return false }
    return open(transparent)
  }
}
