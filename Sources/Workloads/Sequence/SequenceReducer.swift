public import FlowCore

/// `SequenceState.receive(_:)` as a reducer type; asks for no work.
public struct SequenceReducer: Reducer, Sendable {
  /// The state of a `SequenceFeature`: what has arrived from each worker.
  public typealias State = SequenceState
  /// An action with its worker, its sequence number and the module it is for.
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
