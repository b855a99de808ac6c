import FlowCore
import Testing

/// Notes, at each write to its collection, where the buffer of that collection lies.
private struct Located: Sendable {
  var items = [Int](repeating: 0, count: 32)
  var addresses: [UInt] = []

  mutating func write() {
    items[0] += 1
    addresses.append(items.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) })
  }

  /// How many buffers the writes after the first used; the first may have had to copy what the
  /// caller still held.
  var bufferCount: Int { Set(addresses.dropFirst()).count }
}

private struct LocatedReducer: Reducer {
  func reduce(into state: inout Located, action: Int) -> Effect<Int> {
    state.write()
    return .none
  }
}

private let write: InoutReducer<Located, Int> = { state, _ in state.write() }

struct `Writes in place` {
  @Test func `the floor never copies a buffer`() {
    var floor = Floor(initialState: Located(), reducer: LocatedReducer())
    for action in 0..<100 { floor.send(action) }
    #expect(floor.state.bufferCount == 1)
  }

  @Test func `flow never copies a buffer`() {
    let store = Store(initialState: Located(), reducer: LocatedReducer())
    for action in 0..<100 { store.send(action) }
    #expect(store.state.bufferCount == 1)
  }

  @Test func `flow never copies a buffer while its slices are watched`() {
    let store = Store(initialState: Located(), reducer: LocatedReducer())
    let scope = store.scope(state: { $0.items }, action: { (action: Int) in action })
    let subscription = scope.subscribe(to: { $0.count }) { _ in }
    for action in 0..<100 { scope.send(action) }
    withExtendedLifetime(subscription) {}
    #expect(store.state.bufferCount == 1)
  }

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

  // The price of the signature: kept, because the design stands for it.
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
