public import Workloads

extension Feature {
  /// Old state in, new state and at most one command out: the returning reducer's state with a
  /// command for the work that was asked for.
  ///
  /// - Parameter inFlight: Counts the commands.
  @inlinable public func commandReducer(
    _ inFlight: WorkInFlight
  ) -> CommandReducer<State, Action> {
    let reducer = returningReducer()
    return { state, action in
      let next = reducer(state, action)
      guard let request = request(for: action, after: next) else { return (next, nil) }
      return (next, PerformCommand(feature: self, request: request, inFlight: inFlight))
    }
  }
}
