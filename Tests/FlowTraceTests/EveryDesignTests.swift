import FlowCore
import FlowTrace
import PublishedStores
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

/// A design that replays a trace without effects.
struct Player: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let play: @Sendable (Trace<TallyAction>) async throws -> Tally

  init(
    _ name: String, _ play: @escaping @Sendable (Trace<TallyAction>) async throws -> Tally
  ) {
    testDescription = name
    self.play = play
  }
}

private let inPlace: InoutReducer<Tally, TallyAction> = { $0.apply($1) }
private let returning: ReturningReducer<Tally, TallyAction> = { $0.applying($1) }

private let anywhere: [Player] = [
  Player("returning") { trace in
    let store = ReturningStore(initialState: Tally(), reducer: returning)
    try trace.replay(checking: { store.state }, store.send)
    return store.state
  },
  Player("observable") { trace in
    let store = ObservableStore(initialState: Tally(), reducer: returning)
    try trace.replay(checking: { store.state }, store.send)
    return store.state
  },
  Player("inout") { trace in
    let store = InoutStore(initialState: Tally(), reducer: inPlace)
    try trace.replay(checking: { store.state }, store.send)
    return store.state
  },
  Player("effect") { trace in
    let store = EffectStore<Tally, TallyAction>(initialState: Tally()) { state, action in
      state.apply(action)
      return []
    }
    try trace.replay(checking: { store.state }, store.send)
    return store.state
  },
  Player("mutex") { trace in
    let store = MutexStore(initialState: Tally(), reducer: inPlace)
    try trace.replay(checking: { store.state }, store.send)
    return store.state
  },
  Player("actor") { trace in
    let store = ActorStore(initialState: Tally(), reducer: inPlace)
    try await trace.replay { await store.send($0) }
    return await store.state
  },
  Player("flow") { trace in
    let store = Store(initialState: Tally(), reducer: TallyReducer().ignoringEffects())
    try trace.replay(into: store)
    return store.current
  },
  Player("flow, through a scope") { trace in
    let store = Store(initialState: Tally(), reducer: TallyReducer().ignoringEffects())
    let scope = store.scope()
    try trace.replay(checking: { scope.current }) { scope.send($0) }
    return store.current
  },
  Player("flow, with its effects, as only what was sent is replayed") { trace in
    let store = Store(initialState: Tally(), reducer: TallyReducer())
    for action in trace.actions {
      if case .doubled = action { continue }
      store.send(action)
    }
    return store.current
  },
]

private let onTheMainActor: [Player] = [
  Player("middleware") { @MainActor trace in
    let store = MiddlewareStore(
      initialState: Tally(), reducer: returning, middlewares: [], dependencies: ())
    try await trace.replay { await store.send($0) }
    return store.state
  },
  Player("command") { @MainActor trace in
    let store = CommandStore<Tally, TallyAction>(initialState: Tally()) { state, action in
      (state.applying(action), nil)
    }
    var reduced = 0
    let subscription = store.subscribe { _ in reduced += 1 }
    try trace.replay { store.dispatch($0) }
    // If the main actor is not on the main thread, `dispatch` is asynchronous.
    while reduced < trace.actionCount { await Task.yield() }
    withExtendedLifetime(subscription) {}
    return store.state
  },
  Player("publisher") { @MainActor trace in
    let store = PublisherStore<Tally, TallyAction, Void>(
      initialState: Tally(),
      reducer: { state, action, _ in
        state.apply(action)
        return Empty().eraseToAnyPublisher()
      }, environment: ())
    try trace.replay { store.send($0) }
    return store.state
  },
  Player("task") { @MainActor trace in
    let store = TaskStore<Tally, TallyAction, Void>(
      initialState: Tally(),
      reducer: { state, action, _ in
        state.apply(action)
        return nil
      }, environment: (), onError: { Issue.record($0) })
    try await trace.replay { await store.dispatch($0)?.value }
    return store.state
  },
  Player("protocol") { @MainActor trace in
    let store = ProtocolStore(
      initialState: Tally(), reducer: ClosureReducer(returning), middlewares: [])
    try await trace.replay { await store.send($0) }
    return store.state
  },
]

@Test(.timeLimit(.minutes(20)), arguments: anywhere + onTheMainActor)
func `one trace ends in the same state in every design`(player: Player) async throws {
  let history = History<Tally, TallyAction>(capacity: 100, interval: 7)
  let live = Store(initialState: Tally(), reducer: TallyReducer().recording(into: history))
  for amount in 1...10 {
    live.send(.add(amount))
    live.send(.note(text: "so many: \(amount)", priority: amount % 3))
    live.send(.double)
  }
  let written = try Trace(history, app: "tests").data()
  let end = try await player.play(Trace(data: written))
  #expect(end == live.current)
}
