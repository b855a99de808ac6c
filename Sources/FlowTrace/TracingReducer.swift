public import FlowCore

/// A reducer that writes each action to a trace before its base reduces it, so that an action that
/// crashes the program is the last one in the trace.
///
/// Created by `reducer.tracing(to: writer)` from the whole reducer of a store. Inside a hand-written
/// reducer, it is not notified which actions are sent by effects.
public struct TracingReducer<Base: Reducer>: TransparentReducer where Base.Action: Encodable {
  /// The state of the base, which is written only if it is `Encodable`.
  public typealias State = Base.State
  /// The action of the base.
  public typealias Action = Base.Action

  /// The reducer whose actions are written.
  public let base: Base
  private let writer: TraceWriter<Base.Action>
  /// The number of actions between written states; `nil` if states are not written.
  private let interval: Int?

  init(base: Base, writer: TraceWriter<Base.Action>, interval: Int?) {
    self.base = base
    self.writer = writer
    self.interval = interval
  }

  /// Writes the action, reduces it, and writes the state if it is due.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    if interval != nil, writer.actionCount == 0 { write(state, as: .state) }
    writer.record(action)
    let effect = base.reduce(into: &state, action: action)
    if let interval, writer.actionCount % interval == 0 { write(state, as: .state) }
    return effect
  }

  /// Marks the next action as one of an effect.
  public func willReduceAnswer(_ action: Base.Action) {
    writer.expectAnswer()
    base.willReduceAnswer(action)
  }

  /// Writes the new state if it is `Encodable`, and otherwise that there is one.
  public func stateWasReplaced(by state: Base.State) {
    write(state, as: .restored)
    base.stateWasReplaced(by: state)
  }

  private func write(_ state: Base.State, as key: LineKey) {
    writer.reporting { () throws(TraceError) in
      if let state = state as? any Encodable {
        try writer.append(state, as: key)
      } else {
        try writer.append(Int?.none, as: key)
      }
    }
  }
}

extension Reducer where Action: Encodable {
  /// Returns this reducer with all actions written to a trace.
  ///
  /// Restored states are written if they are `Encodable`. Otherwise, the trace cannot be replayed
  /// beyond them.
  ///
  /// - Parameter writer: A writer for the one store that is created with the result.
  public func tracing(to writer: TraceWriter<Action>) -> TracingReducer<Self> {
    TracingReducer(base: self, writer: writer, interval: nil)
  }

  /// Returns this reducer with all actions and restored states, the first state, and the state after
  /// each `interval` actions written to a trace.
  ///
  /// - Parameters:
  ///   - writer: A writer for the one store that is created with the result.
  ///   - interval: The number of actions between states, at least 1. Each state is encoded as a
  ///     whole.
  public func tracing(
    to writer: TraceWriter<Action>, statesEvery interval: Int
  ) -> TracingReducer<Self> where State: Encodable {
    precondition(
      interval >= 1, "the number of actions between states must be at least 1, got \(interval)")
    return TracingReducer(base: self, writer: writer, interval: interval)
  }
}
