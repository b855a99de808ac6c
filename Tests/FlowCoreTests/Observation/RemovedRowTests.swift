import FlowCore
import Observation
import Testing

/// A counter.
private final class Count: Sendable {
  nonisolated(unsafe) var value = 0
}

/// Counts its comparisons.
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

extension CasePath<TableAction, (Int, Int)> {
  fileprivate static var amount: Self {
    Self(TableAction.amount) {
      if case .amount(let id, let amount) = $0 { (id, amount) } else { nil }
    }
  }
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
@Suite(.timeLimit(.minutes(20)))
struct `Rows that were read and removed` {
  private let comparisons = Count()
  private let store = Store(initialState: Table(), reducer: TableReducer())

  private func row(_ id: Int, _ amount: Int = 0) -> Row {
    Row(id: id, amount: amount, comparisons: comparisons)
  }

  private func scope(_ id: Int) -> ScopedStore<Row, Int>? {
    store.scope(id, of: \.rows, action: .amount)
  }

  /// Reads like a view and counts the notifications.
  private func track(_ row: ScopedStore<Row, Int>) -> (Row, notified: Count) {
    let notified = Count()
    let state = withObservationTracking {
      row.state
    } onChange: {
      notified.value += 1
    }
    return (state, notified)
  }

  @Test func `have no observers and do not slow down sends`() {
    store.send(.set(IdentifiedArray((0..<20_000).map { row($0) })))
    for id in 0..<20_000 { _ = scope(id).map(track) }
    #expect(store.isObserved)
    store.send(.set([]))
    comparisons.value = 0
    for _ in 0..<3 { store.send(.tick) }
    #expect(comparisons.value == 0)
    #expect(!store.isObserved)
  }

  @Test func `keep the value from the creation of the scope`() throws {
    store.send(.set([row(7, 1)]))
    let first = try #require(scope(7))
    store.send(.amount(7, 5))
    let second = try #require(scope(7))
    _ = track(first)
    store.send(.remove(7))
    #expect(first.state.amount == 1)
    #expect(second.state.amount == 5)
  }
}
