import FlowCore
import FlowTestSupport
import PublishedStores
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

/// A store design that runs the ledger's actions.
struct Carrier: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @Sendable ([LedgerAction]) async -> Ledger

  init(_ name: String, _ run: @escaping @Sendable ([LedgerAction]) async -> Ledger) {
    self.testDescription = name
    self.run = run
  }
}

private let inPlace: InoutReducer<Ledger, LedgerAction> = { $0.apply($1) }
private let returning: ReturningReducer<Ledger, LedgerAction> = { $0.applying($1) }

private let feedback: EffectReducer<Ledger, LedgerAction> = { state, action in
  state.apply(action)
  guard let answer = state.answer(to: action) else { return [] }
  return [{ send in send(answer) }]
}

private struct Answer: Command {
  let action: LedgerAction

  func execute(in store: CommandStore<Ledger, LedgerAction>) {
    store.dispatch(action)
  }
}

private struct Answering: ActionMiddleware {
  func process(state: Ledger, with action: LedgerAction) async -> LedgerAction? {
    state.answer(to: action)
  }
}

/// Sends actions and their answers, for designs without effects.
private func drive(
  _ actions: [LedgerAction], state: () -> Ledger, send: (LedgerAction) -> Void
) -> Ledger {
  for action in actions {
    var next: LedgerAction? = action
    while let current = next {
      send(current)
      next = state().answer(to: current)
    }
  }
  return state()
}

/// Returns the number of reductions that an action causes, including its own.
private func chainLength(of action: LedgerAction, from initial: Ledger) -> Int {
  var (state, next, count) = (initial, LedgerAction?.some(action), 0)
  while let current = next {
    state.apply(current)
    count += 1
    next = state.answer(to: current)
  }
  return count
}

private let withoutEffects: [Carrier] = [
  Carrier("returning") { actions in
    let store = ReturningStore(initialState: Ledger(), reducer: returning)
    return drive(actions, state: { store.state }, send: store.send)
  },
  Carrier("observable") { actions in
    let store = ObservableStore(initialState: Ledger(), reducer: returning)
    return drive(actions, state: { store.state }, send: store.send)
  },
  Carrier("inout") { actions in
    let store = InoutStore(initialState: Ledger(), reducer: inPlace)
    return drive(actions, state: { store.state }, send: store.send)
  },
  Carrier("inout, through a view of a view") { actions in
    let store = InoutStore(initialState: Ledger(), reducer: inPlace)
    let view = store.view(value: { $0 }, action: { (action: LedgerAction) in action })
      .view(value: { $0 }, action: { (action: LedgerAction) in action })
    return drive(actions, state: { view.state }, send: view.send)
  },
  Carrier("mutex") { actions in
    let store = MutexStore(initialState: Ledger(), reducer: inPlace)
    return drive(actions, state: { store.state }, send: store.send)
  },
  Carrier("actor") { actions in
    let store = ActorStore(initialState: Ledger(), reducer: inPlace)
    for action in actions {
      var next: LedgerAction? = action
      while let current = next {
        await store.send(current)
        next = await store.state.answer(to: current)
      }
    }
    return await store.state
  },
]

private let withEffects: [Carrier] = [
  Carrier("no store") { actions in
    var state = Ledger()
    for action in actions {
      var next: LedgerAction? = action
      while let current = next {
        next = LedgerReducer().reduce(into: &state, action: current).answerAtOnce()
      }
    }
    return state
  },
  Carrier("effect") { actions in
    let store = EffectStore(initialState: Ledger(), reducer: feedback)
    for action in actions { store.send(action) }
    return store.state
  },
  Carrier("effect, through a view") { actions in
    let store = EffectStore(initialState: Ledger(), reducer: feedback)
    let view = store.view(value: { $0 }, action: { (action: LedgerAction) in action })
    for action in actions { view.send(action) }
    return view.state
  },
]

private let onTheMainActor: [Carrier] = [
  Carrier("middleware") { @MainActor actions in
    let store = MiddlewareStore(
      initialState: Ledger(), reducer: returning,
      middlewares: [{ state, action, _ in state.answer(to: action) }], dependencies: ())
    for action in actions { await store.send(action) }
    return store.state
  },
  Carrier("command") { @MainActor actions in
    let store = CommandStore<Ledger, LedgerAction>(initialState: Ledger()) { state, action in
      let newState = state.applying(action)
      return (newState, newState.answer(to: action).map(Answer.init))
    }
    var (reduced, expected) = (0, 0)
    let subscription = store.subscribe { _ in reduced += 1 }
    for action in actions {
      expected += chainLength(of: action, from: store.state)
      store.dispatch(action)
      // Where the main actor is not on the main thread, `dispatch` hops and has not finished yet.
      await until { reduced == expected }
    }
    withExtendedLifetime(subscription) {}
    return store.state
  },
  Carrier("publisher") { @MainActor actions in
    let store = PublisherStore<Ledger, LedgerAction, Void>(
      initialState: Ledger(),
      reducer: { state, action, _ in
        state.apply(action)
        guard let answer = state.answer(to: action) else {
          return Empty().eraseToAnyPublisher()
        }
        return Just(answer).eraseToAnyPublisher()
      }, environment: ())
    for action in actions {
      store.send(action)
      await until { store.effectsInFlight == 0 }
    }
    return store.state
  },
  Carrier("task") { @MainActor actions in
    let store = TaskStore<Ledger, LedgerAction, Void>(
      initialState: Ledger(),
      reducer: { state, action, _ in
        state.apply(action)
        return state.answer(to: action).map { answer in Task { answer } }
      }, environment: (), onError: { Issue.record($0) })
    for action in actions { await store.dispatch(action)?.value }
    return store.state
  },
  Carrier("protocol") { @MainActor actions in
    let store = ProtocolStore(
      initialState: Ledger(), reducer: ClosureReducer(returning), middlewares: [Answering()])
    for action in actions { await store.send(action) }
    return store.state
  },
  Carrier("protocol, through a derived store") { @MainActor actions in
    let store = ProtocolStore(
      initialState: Ledger(), reducer: ClosureReducer(returning), middlewares: [Answering()])
    let child = store.derived(state: { $0 }, action: { (action: LedgerAction) in action })
    for action in actions { await child.send(action) }
    return store.state
  },
]

@Test(
  .timeLimit(.minutes(20)), arguments: withoutEffects + withEffects + onTheMainActor,
  [1, 2] as [UInt64])
func `ends in the state of a plain fold`(carrier: Carrier, seed: UInt64) async {
  let actions = ledgerActions(count: 2_000, seed: seed)
  let end = await carrier.run(actions)
  #expect(end == fold(actions))
}
