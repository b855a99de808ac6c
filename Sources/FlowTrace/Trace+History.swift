public import FlowCore

extension Trace {
  /// Creates a trace of the actions that led to the current position of a history.
  ///
  /// It contains the oldest known state, the actions since, and the current state. Undone actions
  /// are omitted, and positions start at 0. The trace is empty if nothing was recorded.
  ///
  /// - Throws: `TraceError` of kind `unencodable`.
  public init<State: Encodable>(
    _ history: History<State, Action>, app: String? = nil, seed: UInt64? = nil
  ) throws(TraceError) {
    self.init(app: app, seed: seed)
    guard let first = history.positions.first else { return }
    try append(state: Self.state(after: first, of: history))
    for position in history.positions.dropFirst().prefix(while: { $0 <= history.position }) {
      append(Self.known { () throws(HistoryError) in try history.action(to: position) })
      if history.isReplaced(at: position) {
        try append(restored: Self.state(after: position, of: history))
      }
    }
    if history.position > first {
      try append(state: Self.state(after: history.position, of: history))
    }
  }

  private static func state<State>(
    after position: Int, of history: History<State, Action>
  ) -> State {
    known { () throws(HistoryError) in try history.state(after: position) }
  }

  private static func known<Value>(_ read: () throws(HistoryError) -> Value) -> Value {
    do { return try read() } catch { preconditionFailure("\(error)") }
  }
}
