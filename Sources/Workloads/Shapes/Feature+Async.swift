public import PublishedStores

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

extension Feature {
  /// One middleware that does the work this feature asks for; none when it never asks.
  public func middlewares() -> [MiddlewareClosure<
    State, Action, EffectDependencies<Request, Action>
  >] {
    guard Self.hasEffects else { return [] }
    return [
      { state, action, dependencies in
        guard let request = request(for: action, after: state) else { return nil }
        return await dependencies.perform(request)
      }
    ]
  }

  /// Returns a task that awaits the work, or none.
  ///
  /// Work that answers with no action ends in `NoAnswer`, since the shape's task must either give
  /// an action or throw.
  public func taskReducer() -> TaskReducer<State, Action, EffectDependencies<Request, Action>> {
    { state, action, dependencies in
      reduce(into: &state, action: action)
      guard let request = request(for: action, after: state) else { return nil }
      return Task {
        guard let answer = await dependencies.perform(request) else { throw NoAnswer() }
        return answer
      }
    }
  }

  /// Returns a publisher that does the work when it is subscribed to, or an empty one.
  public func publisherReducer() -> PublisherReducer<
    State, Action, EffectDependencies<Request, Action>
  > {
    { state, action, _ in
      reduce(into: &state, action: action)
      guard let request = request(for: action, after: state) else {
        return Empty().eraseToAnyPublisher()
      }
      if answers == .served { return servedPublisher(request) }
      return Deferred { Optional.Publisher(perform(request)) }.eraseToAnyPublisher()
    }
  }
}

extension Feature {
  /// A publisher that waits for the service in a task, as one that is made of a request does.
  func servedPublisher(_ request: Request) -> AnyPublisher<Action, Never> {
    Deferred {
      Future<Action?, Never> { promise in
        // Unsafe: called once, by the task.
        nonisolated(unsafe) let promise = promise
        Task { promise(.success(await answer(request))) }
      }
    }.compactMap { $0 }.eraseToAnyPublisher()
  }
}

/// Thrown by a task whose work has no action to answer with; nothing went wrong.
public struct NoAnswer: Error {
  /// The end of such a task.
  public init() {}
}

extension Copies {
  /// The module's middlewares once for each copy, as each module brings its own.
  public func middlewares() -> [MiddlewareClosure<
    State, Action, EffectDependencies<Request, Action>
  >] {
    let local = base.effectDependencies()
    return (0..<count).flatMap { index in
      base.middlewares().map { middleware in
        pullbackMiddleware(
          middleware, state: { (state: State) in state.features[index] },
          action: { (action: Action) in action.index == index ? action.action : nil },
          embed: { Action(index: index, action: $0) },
          dependencies: { (_: EffectDependencies<Request, Action>) in local })
      }
    }
  }
}

extension AppFeature {
  /// The middlewares of all modules.
  public func middlewares() -> [MiddlewareClosure<
    State, Action, EffectDependencies<Request, Action>
  >] {
    lift(timers, state: { $0.timers }, action: { $0.timer }, embed: Action.timer)
      + lift(primes, state: { $0.primes }, action: { $0.primes }, embed: Action.primes)
      + lift(profiles, state: { $0.profiles }, action: { $0.profile }, embed: Action.profile)
      + lift(logins, state: { $0.logins }, action: { $0.login }, embed: Action.login)
      + lift(notes, state: { $0.notes }, action: { $0.notes }, embed: Action.notes)
      + lift(shops, state: { $0.shops }, action: { $0.shop }, embed: Action.shop)
      + lift(searches, state: { $0.searches }, action: { $0.search }, embed: Action.search)
  }

  private func lift<L: Feature>(
    _ module: L, state: @escaping @Sendable (State) -> L.State,
    action: @escaping @Sendable (Action) -> L.Action?,
    embed: @escaping @Sendable (L.Action) -> Action
  ) -> [MiddlewareClosure<State, Action, EffectDependencies<Request, Action>>] {
    let local = module.effectDependencies()
    return module.middlewares().map {
      pullbackMiddleware(
        $0, state: state, action: action, embed: embed,
        dependencies: { (_: EffectDependencies<Request, Action>) in local })
    }
  }
}
