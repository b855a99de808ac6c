/// A reducer that records the actions of its base in a history.
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
    let isPlain = history.tape.pointee.isPlain
    if isPlain {
      history.tape.pointee.record(action, before: state)
    } else {
      history.begin(action, before: state)
    }
    let effect = base.reduce(into: &state, action: action)
    if !isPlain { history.end(isRefused: effect.isRefusal) }
    return effect
  }

  /// Records the new state in the history, unless the history restored it.
  @inlinable
  public func stateWasReplaced(by state: Base.State) {
    history.stateWasReplaced(by: state)
    base.stateWasReplaced(by: state)
  }
}

extension Reducer {
  /// Returns this reducer with its actions recorded in a history.
  ///
  /// With a rule, only some actions are steps of the history:
  ///
  /// ```swift
  /// let history = History<AppState, AppAction>(capacity: 100, interval: 10)
  /// let reducer = AppReducer().recording(into: history) { action in
  ///   if case .add = action { true } else { false }
  /// }
  /// ```
  ///
  /// The changes of other actions belong to the step before them: they remain when a later step is
  /// undone, and are undone with the step before. After a step was undone, they do not replace the
  /// steps that can be redone.
  ///
  /// - Parameters:
  ///   - history: A history for the one store that is created with the result.
  ///   - isRecorded: Returns whether an action is a step; by default, all are.
  /// - Precondition: The history does not record another reducer.
  /// - Complexity: Amortized O(1) for each action. Without a rule, no allocation.
  @inlinable
  public func recording(
    into history: History<State, Action>, where isRecorded: ((Action) -> Bool)? = nil
  ) -> RecordingReducer<Self> {
    history.begin(with: self, isRecorded)
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
