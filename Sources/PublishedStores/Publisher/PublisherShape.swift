public import Workloads

#if canImport(Combine)
  public import Combine
#else
  public import OpenCombine
#endif

extension Feature {
  /// Returns a reducer that changes the state in place and returns a publisher of the requested work, or
  /// an empty one.
  @inlinable @inline(never)
  public func publisherReducer() -> PublisherReducer<
    State, Action, EffectDependencies<Request, Action>
  > {
    { state, action, _ in
      reduce(into: &state, action: action)
      guard let request = request(for: action, after: state) else {
        return Empty().eraseToAnyPublisher()
      }
      if completion == .service { return servedPublisher(request) }
      return Deferred { Optional.Publisher(perform(request)) }.eraseToAnyPublisher()
    }
  }

  /// Returns a publisher that waits for the service in a task.
  @inlinable func servedPublisher(_ request: Request) -> AnyPublisher<Action, Never> {
    Deferred {
      Future<Action?, Never> { promise in
        // Unsafe: called once, by the task.
        nonisolated(unsafe) let promise = promise
        Task { promise(.success(await answer(request))) }
      }
    }.compactMap { $0 }.eraseToAnyPublisher()
  }
}
