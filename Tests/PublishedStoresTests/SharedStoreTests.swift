import FlowTestSupport
import Observation
import PublishedStores
import Testing

private let counting: InoutReducer<Int, Int> = { $0 += $1 }

struct `Stores shared between tasks` {
  @Test func `an actor loses no update`() async {
    let store = ActorStore(initialState: 0, reducer: counting)
    await withDiscardingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { await store.send(1) } }
      }
    }
    #expect(await store.state == 8_000)
  }

  @Test(.disabled(if: isThreadSanitizerBlindToMutex, "the sanitizer cannot see a Mutex waited for"))
  func `a mutex loses no update`() async {
    let store = MutexStore(initialState: 0, reducer: counting)
    await withDiscardingTaskGroup { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<1_000 { store.send(1) } }
      }
    }
    #expect(store.state == 8_000)
    #expect(store.withState { $0 / 2 } == 4_000)
  }
}

struct `Observable store` {
  @Test func `every send notifies the registrar, also without a change`() {
    let notified = Log<Int>()
    let store = ObservableStore<Int, Int>(initialState: 0) { $0 + $1 }
    for amount in [1, 0, 2] {
      withObservationTracking {
        _ = store.state
      } onChange: {
        notified.add(amount)
      }
      store.send(amount)
    }
    #expect(notified.entries == [1, 0, 2])
    #expect(store.state == 3)
  }
}
