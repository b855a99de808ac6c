public import FlowCore

/// `SequenceState.receive(_:)` as a reducer type; asks for no work.
public struct SequenceReducer: Reducer, Sendable {
  /// What came.
  public typealias State = SequenceState
  /// What is sent.
  public typealias Action = NumberedAction

  /// The reducer.
  @inlinable public init() {}

  /// Notes the action where it belongs.
  @inlinable public func reduce(
    into state: inout SequenceState, action: NumberedAction
  ) -> Effect<NumberedAction> {
    state.receive(action)
    return .none
  }
}
