import FlowCore
import Observation
import Testing

/// How often something was asked for.
private final class Count: Sendable {
  nonisolated(unsafe) var value = 0
}

/// Counts how often it is compared.
private struct Row: Equatable, Identifiable {
  var id: Int
  var amount = 0
  let comparisons: Count

  static func == (left: Row, right: Row) -> Bool {
    left.comparisons.value += 1
    return left.id == right.id && left.amount == right.amount
  }
}

private struct Table {
  var rows: IdentifiedArray<Row> = []
  var ticks = 0
}

private enum TableAction {
  case set(IdentifiedArray<Row>)
  case amount(Int, Int)
  case remove(Int)
  case tick
}

private struct TableReducer: Reducer {
  func reduce(into state: inout Table, action: TableAction) -> Effect<TableAction> {
    switch action {
    case .set(let rows): state.rows = rows
    case .amount(let id, let amount): _ = state.rows.update(id) { $0.amount = amount }
    case .remove(let id): state.rows.remove(id: id)
    case .tick: state.ticks += 1
    }
    return .none
  }
}

@MainActor
@Suite(.timeLimit(.minutes(2)))
struct `Rows that were shown and removed` {
  private let comparisons = Count()
  private let store = Store(initialState: Table(), reducer: TableReducer())

  private func row(_ id: Int, _ amount: Int = 0) -> Row {
    Row(id: id, amount: amount, comparisons: comparisons)
  }

  private func scope(_ id: Int) -> ScopedStore<Row, Int>? {
    store.scope(id, of: \.rows, action: TableAction.amount)
  }

  /// Reads as a view does; says how often it was notified.
  private func track(_ row: ScopedStore<Row, Int>) -> (Row, notified: Count) {
    let notified = Count()
    let state = withObservationTracking {
      row.state
    } onChange: {
      notified.value += 1
    }
    return (state, notified)
  }

  @Test func `are watched no more, and cost the sends nothing`() {
    store.send(.set(IdentifiedArray((0..<20_000).map { row($0) })))
    for id in 0..<20_000 { _ = scope(id).map(track) }
    #expect(store.isObserved)
    store.send(.set([]))
    comparisons.value = 0
    for _ in 0..<3 { store.send(.tick) }
    #expect(comparisons.value == 0)
    #expect(!store.isObserved)
  }

  @Test func `are watched no more when they go one by one`() {
    store.send(.set(IdentifiedArray((0..<100).map { row($0) })))
    for id in 0..<100 { _ = scope(id).map(track) }
    for id in 0..<100 { store.send(.remove(id)) }
    comparisons.value = 0
    store.send(.tick)
    #expect(comparisons.value == 0)
    #expect(!store.isObserved)
  }

  @Test func `read as they were when each scope was made`() throws {
    store.send(.set([row(7, 1)]))
    let first = try #require(scope(7))
    store.send(.amount(7, 5))
    let second = try #require(scope(7))
    _ = track(first)
    store.send(.remove(7))
    #expect(first.state.amount == 1)
    #expect(second.state.amount == 5)
  }

  @Test func `do not tell their readers of changes to others`() throws {
    store.send(.set([row(7, 1)]))
    let first = try #require(scope(7))
    _ = track(first)
    store.send(.amount(7, 5))
    let second = try #require(scope(7))
    store.send(.remove(7))
    let (_, notified) = track(second)
    store.send(.tick)
    #expect(notified.value == 0)
  }

  @Test(arguments: [1, 5, 9])
  func `tell their readers when they come back as something else`(amount: Int) throws {
    store.send(.set([row(7, 1)]))
    let first = try #require(scope(7))
    store.send(.amount(7, 5))
    let second = try #require(scope(7))
    store.send(.remove(7))
    let tracked = [track(first), track(second)]
    store.send(.tick)
    #expect(tracked.map(\.notified.value) == [0, 0])
    store.send(.set([row(7, amount)]))
    for (state, notified) in tracked where state.amount != amount { #expect(notified.value == 1) }
    #expect(first.state.amount == amount && second.state.amount == amount)
  }

  @Test func `tell who read them before and who read them after they went`() throws {
    store.send(.set([row(7, 1)]))
    let child = try #require(scope(7))
    let (_, before) = track(child)
    store.send(.remove(7))
    let (state, after) = track(child)
    #expect(state.amount == 1)
    store.send(.set([row(7, 2)]))
    #expect(before.value == 1 && after.value == 1)
  }
}

@MainActor
struct `A part that was shown and is no more` {
  private enum Screen: Equatable {
    case shopping(Int)
    case thanks

    static let shopping = Prism<Screen, Int>(
      embed: { .shopping($0) }, extract: { if case .shopping(let sum) = $0 { sum } else { nil } })
  }

  /// Sets the state to the action.
  private func store<State>(_ state: State) -> Store<some Reducer<State, State>> {
    Store(
      initialState: state,
      reducer: Reduce<State, State> { state, action in
        state = action
        return .none
      })
  }

  @Test func `is watched no more when it was optional`() throws {
    let store = store(Int?.some(1))
    let child = try #require(store.scope(optional: \.self, action: { $0 }))
    #expect(child.state == 1)
    store.send(nil)
    #expect(!store.isObserved)
  }

  @Test func `is watched no more when it was a case`() throws {
    let store = store(Screen.shopping(1))
    let child = try #require(store.scope(case: Screen.shopping, action: { .shopping($0) }))
    #expect(child.state == 1)
    store.send(.thanks)
    #expect(!store.isObserved)
  }
}
