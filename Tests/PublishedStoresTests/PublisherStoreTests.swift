import Dispatch
import FlowTestSupport
import PublishedStores
import Testing

#if canImport(Combine)
  import Combine
#else
  import OpenCombine
#endif

private typealias Subject = PassthroughSubject<Int, Never>

/// Zero publishes two values, a negative action those of the environment.
private let reducer: PublisherReducer<[Int], Int, Subject> = { state, action, subject in
  state.append(action)
  if action == 0 { return [1, 2].publisher.eraseToAnyPublisher() }
  if action < 0 { return subject.eraseToAnyPublisher() }
  return Empty().eraseToAnyPublisher()
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `Publisher store` {
  private let subject = Subject()
  private let store: PublisherStore<[Int], Int, Subject>

  init() {
    store = PublisherStore(initialState: [], reducer: reducer, environment: subject)
  }

  @Test func `every value of a publisher is sent, from a later turn of the main queue`() async {
    store.send(0)
    #expect(store.state == [0])
    await until { store.effectsInFlight == 0 }
    #expect(store.state == [0, 1, 2])
  }

  @Test func `a publisher that completes immediately leaves no cancellable`() async {
    for _ in 0..<100 { store.send(5) }
    await until { store.effectsInFlight == 0 }
    #expect(store.state.count == 100)
  }

  @Test func `a publisher that completes later keeps its cancellable until then`() async {
    store.send(-1)
    store.send(5)
    await until { store.effectsInFlight == 1 }
    subject.send(7)
    // The value's own, empty publisher takes a turn to complete.
    await until { store.state.count == 3 && store.effectsInFlight < 2 }
    #expect(store.effectsInFlight == 1)
    subject.send(completion: .finished)
    await until { store.effectsInFlight == 0 }
    #expect(store.state == [-1, 5, 7])
  }

  @Test func `values from a background thread are received on the main queue`() async {
    let queues = Log<Bool>()
    store.send(-1)
    let subscription = store.subscribe { _ in queues.add(isOnMainQueue()) }
    // Unsafe: a subject is not Sendable.
    nonisolated(unsafe) let subject = subject
    DispatchQueue.global().async { subject.send(7) }
    await until { store.state.count == 2 }
    withExtendedLifetime(subscription) {}
    #expect(queues.entries == [true])
  }

  @Test func `a publisher that never completes does not keep its store alive`() {
    weak var observed: PublisherStore<[Int], Int, Subject>?
    do {
      let store = PublisherStore(initialState: [], reducer: reducer, environment: subject)
      observed = store
      store.send(-1)
    }
    #expect(observed == nil)
  }
}
