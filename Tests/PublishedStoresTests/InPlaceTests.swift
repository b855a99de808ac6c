import FlowTestSupport
import PublishedStores
import Testing

private let write: InoutReducer<Located, Int> = { state, _ in state.write() }

struct `Writes in place` {
  @Test func `the inout store never copies a buffer`() {
    let store = InoutStore(initialState: Located(), reducer: write)
    for action in 0..<100 { store.send(action) }
    #expect(store.state.bufferCount == 1)
  }

  @Test func `combined and pulled back reducers never copy a buffer`() {
    struct App { var part = Located() }
    let reducer = combine(
      pullback(write, value: \App.part, action: { (action: Int) in action }),
      pullback(write, value: \App.part, action: { (action: Int) in action }))
    let store = InoutStore(initialState: App(), reducer: reducer)
    for action in 0..<100 { store.send(action) }
    #expect(store.state.part.bufferCount == 1)
  }

  @Test func `the effect store never copies a buffer`() {
    let store = EffectStore<Located, Int>(initialState: Located()) { state, _ in
      state.write()
      return []
    }
    for action in 0..<100 { store.send(action) }
    #expect(store.state.bufferCount == 1)
  }

  @Test func `the mutex and the actor never copy a buffer`() async {
    let mutex = MutexStore(initialState: Located(), reducer: write)
    let actor = ActorStore(initialState: Located(), reducer: write)
    for action in 0..<100 {
      mutex.send(action)
      await actor.send(action)
    }
    #expect(mutex.withState { $0.bufferCount } == 1)
    #expect(await actor.state.bufferCount == 1)
  }

  @MainActor @Test func `the task store never copies a buffer`() {
    let store = TaskStore<Located, Int, Void>(
      initialState: Located(),
      reducer: { state, _, _ in
        state.write()
        return nil
      }, environment: (), onError: { Issue.record($0) })
    for action in 0..<100 { store.dispatch(action) }
    #expect(store.state.bufferCount == 1)
  }

  // The cost of the published signature.
  @Test func `a returning reducer copies the buffer at every write`() {
    let store = ReturningStore<Located, Int>(initialState: Located()) { state, _ in
      var copy = state
      copy.write()
      return copy
    }
    for action in 0..<100 { store.send(action) }
    #expect(store.state.bufferCount > 1)
  }
}
