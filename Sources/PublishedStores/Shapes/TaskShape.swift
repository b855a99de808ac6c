public import Workloads

extension Feature {
  /// Changes the state in place and returns a running task that awaits the work, or none.
  ///
  /// Work that answers with no action ends in `NoAnswer`, since the shape's task must either give
  /// an action or throw.
  @inlinable @inline(never)
  public func taskReducer() -> TaskReducer<
    State, Action, EffectDependencies<Request, Action>
  > {
    { state, action, dependencies in
      reduce(into: &state, action: action)
      guard let request = request(for: action, after: state) else { return nil }
      return Task {
        guard let answer = await dependencies.perform(request) else { throw NoAnswer() }
        return answer
      }
    }
  }
}

/// Thrown by a task whose work has no action to answer with; nothing went wrong.
public struct NoAnswer: Error {
  /// The end of such a task.
  @inlinable public init() {}
}
