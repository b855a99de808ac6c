/// A reducer that notes every action in a history before another one reduces it.
///
/// Made by `reducer.recording(into: history)`. Actions that effects answered are noted in the order
/// in which they were reduced, as those that were sent.
public struct RecordingReducer<Base: Reducer>: TransparentReducer {
  /// The state of the reducer whose actions are noted.
  public typealias State = Base.State
  /// What can happen to it.
  public typealias Action = Base.Action

  /// The reducer whose actions are noted.
  public let base: Base
  /// Where they are noted.
  public let history: History<Base.State, Base.Action>

  @inlinable
  init(base: Base, history: History<Base.State, Base.Action>) {
    self.base = base
    self.history = history
  }

  /// Notes the action, then reduces it.
  @inlinable
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    history.tape.pointee.record(action, before: state)
    return base.reduce(into: &state, action: action)
  }

  /// Notes the new state in the history, unless the history itself put it there.
  @inlinable
  public func stateWasReplaced(by state: Base.State) {
    history.stateWasReplaced(by: state)
    base.stateWasReplaced(by: state)
  }
}

extension Reducer {
  /// This reducer, with every action noted in `history`.
  ///
  /// - Parameter history: Records the one store that is made with the result.
  /// - Precondition: The history records no other reducer.
  /// - Complexity: An action costs amortised O(1) more, and no allocation.
  @inlinable
  public func recording(into history: History<State, Action>) -> RecordingReducer<Self> {
    history.begin(with: self)
    return RecordingReducer(base: self, history: history)
  }

  @usableFromInline
  func records(into history: History<State, Action>) -> Bool {
    func open<Onlooker: TransparentReducer<State, Action>>(_ reducer: Onlooker) -> Bool {
      if let recording = reducer as? RecordingReducer<Onlooker.Base>,
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
