import FlowCore
import FlowTestSupport
import Observation
import PublishedStores
import Testing

private struct Shelf: Equatable, Sendable {
  var count = 0
  var byName = ["a": 1, "b": 2]
  var rows = [10, 20]
}

private enum ShelfAction: Sendable {
  case count(Int)
  case named(String, Int)
  case row(Int, Int)
}

extension CasePath<ShelfAction, Int> {
  fileprivate static var count: Self {
    Self(ShelfAction.count) { if case .count(let amount) = $0 { amount } else { nil } }
  }
}

extension CasePath<ShelfAction, (String, Int)> {
  fileprivate static var named: Self {
    Self(ShelfAction.named) {
      if case .named(let name, let amount) = $0 { (name, amount) } else { nil }
    }
  }
}

extension CasePath<ShelfAction, (Int, Int)> {
  fileprivate static var row: Self {
    Self(ShelfAction.row) {
      if case .row(let index, let amount) = $0 { (index, amount) } else { nil }
    }
  }
}

private struct Adding: StateReducer {
  func reduce(oldState: Int, with action: Int) -> Int { oldState + action }
}

/// Records states and answers the action 1 with 100.
private struct Answering: ActionMiddleware {
  let seen: Log<Int>

  func process(state: Int, with action: Int) async -> Int? {
    seen.add(state)
    return action == 1 ? 100 : nil
  }
}

struct `Protocol reducers` {
  private let initial = Shelf()

  @Test func `lifted works on its part and ignores foreign actions`() {
    let reducer = Adding().lifted(state: \Shelf.count, action: .count)
    #expect(reducer.reduce(oldState: initial, with: .count(3)).count == 3)
    #expect(reducer.reduce(oldState: initial, with: .row(0, 3)) == initial)
  }

  @Test func `keyed works on the value of the key and ignores missing keys`() {
    let reducer = Adding().keyed(state: \Shelf.byName, action: .named)
    #expect(reducer.reduce(oldState: initial, with: .named("b", 5)).byName == ["a": 1, "b": 7])
    #expect(reducer.reduce(oldState: initial, with: .named("c", 5)) == initial)
  }

  @Test(arguments: [-1, 2])
  func `offset ignores missing offsets`(offset: Int) {
    let reducer = Adding().offset(state: \Shelf.rows, action: .row)
    #expect(reducer.reduce(oldState: initial, with: .row(offset, 5)) == initial)
  }

  @Test func `offset works on the element at the offset`() {
    let reducer = Adding().offset(state: \Shelf.rows, action: .row)
    #expect(reducer.reduce(oldState: initial, with: .row(1, 5)).rows == [10, 25])
  }

  @Test func `optional leaves an absent state absent`() {
    let reducer = Adding().optional()
    #expect(reducer.reduce(oldState: nil, with: 1) == nil)
    #expect(reducer.reduce(oldState: 2, with: 1) == 3)
  }

  @Test func `combined reducers work in order, each on the result of the one before`() {
    let reducer = CombinedReducer<Int, Int>(Adding(), ClosureReducer { state, _ in state * 10 })
    #expect(reducer.reduce(oldState: 1, with: 2) == 30)
  }
}

@MainActor
struct `Protocol middlewares` {
  private let seen = Log<Int>()

  private func makeStore(
    _ middleware: any ActionMiddleware<Shelf, ShelfAction>
  ) -> ProtocolStore<Shelf, ShelfAction> {
    ProtocolStore(
      initialState: Shelf(),
      reducer: CombinedReducer(
        Adding().lifted(state: \Shelf.count, action: .count),
        Adding().keyed(state: \Shelf.byName, action: .named),
        Adding().offset(state: \Shelf.rows, action: .row)),
      middlewares: [middleware])
  }

  @Test func `lifted sees its part after reduction and embeds its answers`() async {
    let store = makeStore(Answering(seen: seen).lifted(state: \Shelf.count, action: .count))
    await store.send(.row(0, 1))
    await store.send(.count(1))
    #expect(store.count == 101)
    #expect(seen.entries == [1, 101])
  }

  @Test func `keyed answers with the same key and ignores missing keys`() async {
    let store = makeStore(Answering(seen: seen).keyed(state: \Shelf.byName, action: .named))
    await store.send(.named("b", 1))
    await store.send(.named("c", 1))
    #expect(store.byName == ["a": 1, "b": 103])
    #expect(seen.entries == [3, 103])
  }

  @Test func `offset answers with the same offset and ignores missing offsets`() async {
    let store = makeStore(Answering(seen: seen).offset(state: \Shelf.rows, action: .row))
    await store.send(.row(1, 1))
    await store.send(.row(2, 1))
    #expect(store.rows == [10, 121])
    #expect(seen.entries == [21, 121])
  }

  @Test func `optional processes nothing while the state is absent`() async {
    let middleware = Answering(seen: seen).optional()
    #expect(await middleware.process(state: nil, with: 1) == nil)
    #expect(await middleware.process(state: 5, with: 1) == 100)
    #expect(seen.entries == [5])
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `Derived protocol stores` {
  private let store = ProtocolStore(
    initialState: Shelf(),
    reducer: Adding().lifted(state: \Shelf.count, action: .count), middlewares: [])

  @Test func `a derived store follows its parent, again and again`() async {
    let child = store.derived(state: { $0.count }, action: ShelfAction.count)
    await store.send(.count(3))
    await until { child.state == 3 }
    await store.send(.count(4))
    await until { child.state == 7 }
  }

  @Test func `a derived store notifies its readers only when its part differs`() async {
    let notified = Log<Int>()
    let isLarge = store.derived(state: { $0.count > 5 }, action: ShelfAction.count)
    let count = store.derived(state: { $0.count }, action: ShelfAction.count)
    withObservationTracking {
      _ = isLarge.state
    } onChange: {
      notified.add(1)
    }
    await store.send(.count(3))
    // Derived later, so it follows later: by then the first has had its turn.
    await until { count.state == 3 }
    #expect(notified.entries.isEmpty)
    await store.send(.count(3))
    await until { isLarge.state }
    #expect(notified.entries == [1])
  }

  @Test func `a child's send goes through the parent`() async {
    let child = store.derived(state: { $0.count }, action: ShelfAction.count)
    await child.send(5)
    #expect(store.count == 5)
    await until { child.state == 5 }
  }

  @Test func `the parent does not retain a derived store`() async {
    weak var observed: ProtocolStore<Int, Int>?
    do {
      let child = store.derived(state: { $0.count }, action: ShelfAction.count)
      observed = child
      await store.send(.count(1))
      await until { child.state == 1 }
    }
    #expect(observed == nil)
    await store.send(.count(1))
    #expect(store.count == 2)
  }
}
