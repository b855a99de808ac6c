public import FlowCore

extension Trace {
  /// What led to the state that a history's store has now, as far as the history goes back: the
  /// oldest state it can tell, the actions since, and the state now. Empty if nothing was recorded.
  ///
  /// What was undone is left out. Positions start at 0 again.
  ///
  /// - Throws: `TraceError` of kind `unencodable`.
  public init<State: Encodable>(
    _ history: History<State, Action>, app: String? = nil, seed: UInt64? = nil
  ) throws(TraceError) {
    self.init(app: app, seed: seed)
    guard let first = history.positions.first else { return }
    try append(state: Self.state(after: first, of: history))
    for position in history.positions.dropFirst().prefix(while: { $0 <= history.position }) {
      append(Self.within(history) { () throws(HistoryError) in try history.action(to: position) })
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
    within(history) { () throws(HistoryError) in try history.state(after: position) }
  }

  private static func within<Value, State>(
    _ history: History<State, Action>, _ read: () throws(HistoryError) -> Value
  ) -> Value {
    do { return try read() } catch { preconditionFailure("\(error)") }
  }
}
