import FlowTestSupport
import PublishedStores
import Testing

private struct Refused: Error {}

/// Counts down to zero through effects; effects of negative actions throw.
private let countdown: TaskReducer<[Int], Int, Gate> = { state, action, gate in
  state.append(action)
  guard action != 0 else { return nil }
  return Task {
    await gate.wait()
    guard action > 0 else { throw Refused() }
    await Task.yield()
    return action - 1
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `Task store` {
  private let gate = Gate()
  private let errors = Log<any Error>()

  private func makeStore() -> TaskStore<[Int], Int, Gate> {
    TaskStore(initialState: [], reducer: countdown, environment: gate, onError: errors.add)
  }

  @Test func `dispatch reduces before it returns, and does not wait`() async {
    let store = makeStore()
    let chain = store.dispatch(2)
    #expect(store.state == [2])
    gate.open()
    await chain?.value
  }

  @Test func `an action without an effect returns no task`() {
    #expect(makeStore().dispatch(0) == nil)
  }

  @Test func `the returned task awaits the whole chain`() async {
    let store = makeStore()
    gate.open()
    await store.dispatch(5)?.value
    #expect(store.state == [5, 4, 3, 2, 1, 0])
    #expect(errors.entries.isEmpty)
  }

  @Test func `a thrown error is reported and not fatal`() async {
    let store = makeStore()
    gate.open()
    await store.dispatch(-1)?.value
    #expect(errors.entries.count == 1)
    #expect(errors.entries.first is Refused)
    await store.dispatch(1)?.value
    #expect(store.state == [-1, 1, 0])
  }

  @Test func `subscribers are notified after every action`() async {
    let store = makeStore()
    gate.open()
    var notified: [Int] = []
    let subscription = store.subscribe { notified.append($0.count) }
    await store.dispatch(2)?.value
    withExtendedLifetime(subscription) {}
    #expect(notified == [1, 2, 3])
  }
}
