public import FlowCore

/// A reducer that writes every action to a trace before another one reduces it, so that an action
/// that crashes the program is the last in its trace.
///
/// Made by `reducer.tracing(to: writer)`, of a store's whole reducer: inside a reducer of yours it is
/// not notified which actions are answers of effects.
public struct TracingReducer<Base: Reducer>: TransparentReducer where Base.Action: Encodable {
  /// The base's state; it is written to the trace only if it can be encoded.
  public typealias State = Base.State
  /// What can happen to it.
  public typealias Action = Base.Action

  /// The reducer whose actions are written.
  public let base: Base
  private let writer: TraceWriter<Base.Action>
  private let interval: Int?
  /// Writes a state, if states can be written.
  private let write: ((Base.State, LineKey) throws(TraceError) -> Void)?

  init(
    base: Base, writer: TraceWriter<Base.Action>, interval: Int?,
    write: ((Base.State, LineKey) throws(TraceError) -> Void)?
  ) {
    self.base = base
    self.writer = writer
    self.interval = interval
    self.write = write
  }

  /// Writes the action, reduces it, and writes the state where it is due.
  public func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    if interval != nil, writer.actionCount == 0 { note(state, as: .state) }
    writer.note(action)
    let effect = base.reduce(into: &state, action: action)
    if let interval, writer.actionCount % interval == 0 { note(state, as: .state) }
    return effect
  }

  /// Notes that the action is an answer.
  public func willReduceAnswer(_ action: Base.Action) {
    writer.expectAnswer()
    base.willReduceAnswer(action)
  }

  /// Writes that the state was replaced, and by which, if states can be written.
  public func stateWasReplaced(by state: Base.State) {
    if write != nil {
      note(state, as: .restored)
    } else {
      writer.reporting { () throws(TraceError) in try writer.append(restored: Int?.none) }
    }
    base.stateWasReplaced(by: state)
  }

  private func note(_ state: Base.State, as key: LineKey) {
    writer.reporting { () throws(TraceError) in try write?(state, key) }
  }
}

extension Reducer where Action: Encodable {
  /// This reducer, with every action written to a trace. States are not; when one is restored, the
  /// trace says so, and cannot be replayed further than that.
  ///
  /// - Parameter writer: Of the one store that is made with the result.
  public func tracing(to writer: TraceWriter<Action>) -> TracingReducer<Self> {
    TracingReducer(base: self, writer: writer, interval: nil, write: nil)
  }
}

extension Reducer where Action: Encodable, State: Encodable {
  /// This reducer, with every action written to a trace, and every state that is restored.
  ///
  /// - Parameter writer: Of the one store that is made with the result.
  public func tracing(to writer: TraceWriter<Action>) -> TracingReducer<Self> {
    tracing(to: writer, interval: nil)
  }

  /// This reducer, with every action written to a trace, every state that is restored, the first
  /// state, and the state after each `interval` actions.
  ///
  /// - Parameters:
  ///   - writer: Of the one store that is made with the result.
  ///   - interval: At least 1. Writing a state costs as much as encoding all of it.
  public func tracing(
    to writer: TraceWriter<Action>, statesEvery interval: Int
  ) -> TracingReducer<Self> {
    precondition(
      interval >= 1, "states are written after each 1 or more actions, got \(interval)")
    return tracing(to: writer, interval: interval)
  }

  private func tracing(
    to writer: TraceWriter<Action>, interval: Int?
  ) -> TracingReducer<Self> {
    TracingReducer(base: self, writer: writer, interval: interval) {
      (state, key) throws(TraceError) in
      if key == .state {
        try writer.append(state: state)
      } else {
        try writer.append(restored: state)
      }
    }
  }
}
