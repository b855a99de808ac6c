import FlowTestSupport
import Testing

@testable import FlowCore

private struct Table: Equatable {
  var rows: IdentifiedArray<LoadingRow> = [LoadingRow(id: 1), LoadingRow(id: 5)]
}

private enum TableAction: Sendable {
  /// The identifiers of all rows from now on.
  case set([Int])
  case row(Int, LoadingAction)
  case other
}

extension CasePath<TableAction, (Int, LoadingAction)> {
  fileprivate static var row: Self {
    Self(TableAction.row) { if case .row(let id, let action) = $0 { (id, action) } else { nil } }
  }
}

private enum Room: Equatable {
  case furnished(Table)
  /// A table on each side.
  case hall(Table, Table)
}

extension CasePath<Room, Table> {
  fileprivate static var furnished: Self {
    Self(Room.furnished) { if case .furnished(let table) = $0 { table } else { nil } }
  }
}

// The number of rows does not change, so only the store can detect removed rows.
@MainActor
struct `Effects of rows that are replaced` {
  private let turnstile = Turnstile()

  private var rows: some Reducer<Table, TableAction> {
    Reduce<Table, TableAction> { table, action in
      if case .set(let ids) = action {
        table.rows = IdentifiedArray(ids.map { LoadingRow(id: $0) })
      }
      return .none
    }.forEach(
      \.rows, LoadingReducer(turnstile: turnstile), action: .row)
  }

  /// Returns the numbers of loads: of two rows, after row 1 was replaced by row 2, and at the end.
  private func loads<R: Reducer>(
    _ reducer: R, _ state: R.State, embed: (TableAction) -> R.Action
  ) async -> [Int] {
    let store = Store(initialState: state, reducer: reducer)
    var counts: [Int] = []
    func send(_ actions: [TableAction]) async {
      for action in actions { store.send(embed(action)) }
      await quiet()
      counts.append(store.counts.works)
    }
    await send([.row(1, .load), .row(5, .load), .other])
    await send([.set([2, 5])])
    await send([.set([2, 3])])
    #expect(store.counts.effects == 0)
    return counts
  }

  private func loads<R: Reducer<Table, TableAction>>(_ reducer: R) async -> [Int] {
    await loads(reducer, Table()) { $0 }
  }

  private let expected = [2, 1, 0]

  @Test func `are distinguished from those of the other payload of a case`() async {
    let left = CasePath<Room, Table>({ .hall($0, Table()) }) {
      if case .hall(let left, _) = $0 { left } else { nil }
    }
    let right = CasePath<Room, Table>({ .hall(Table(rows: []), $0) }) {
      if case .hall(_, let right) = $0 { right } else { nil }
    }
    let nobody = CasePath<TableAction, TableAction>({ $0 }) { _ in nil }
    let reducer = rows.scoped(case: left, action: nobody)
      .combined(with: rows.scoped(case: right, action: .whole))
    #expect(await loads(reducer, .hall(Table(rows: []), Table())) { $0 } == expected)
  }

  @Test func `end with their row even if another effect of the row has ended`() async {
    let store = Store(initialState: Table(), reducer: rows)
    store.send(.row(1, .search))
    store.send(.row(1, .load))
    store.send(.row(1, .stop))
    await quiet()
    #expect(store.counts.works == 1)
    store.send(.set([2, 5]))
    await quiet()
    #expect(store.counts.works == 0)
  }
}

/// Counts the requests for presence.
@MainActor
struct `Requests for the presence of parts` {
  private final class Count {
    var value = 0
  }

  private struct Counting<Base: Reducer<Table, TableAction>>: Reducer {
    let base: Base
    let count: Count

    func reduce(into state: inout Table, action: TableAction) -> Effect<TableAction> {
      base.reduce(into: &state, action: action)
    }

    func _presence(of part: _PlacedPart, in state: Table) -> _PartPresence? {
      count.value += 1
      return base._presence(of: part, in: state)
    }
  }

  @Test func `are made only while effects of such parts are running`() async {
    let (turnstile, count) = (Turnstile(), Count())
    let rows = Reduce<Table, TableAction> { _, _ in .none }.forEach(
      \.rows, LoadingReducer(turnstile: turnstile), action: .row)
    let store = Store(initialState: Table(), reducer: Counting(base: rows, count: count))
    /// Returns the number of requests for an action.
    func questions() -> Int {
      count.value = 0
      store.send(.other)
      return count.value
    }
    #expect(questions() == 0)
    for id in [1, 1, 5] { store.send(.row(id, .load)) }
    #expect(questions() == 1, "once for the collection")
    turnstile.open()
    await quiet()
    #expect(store.current.rows.map(\.loads) == [2, 1])
    #expect(questions() == 0)
    #expect(store.core.pointee.status == [], "a send returns right after its reduction again")
  }

  /// A collection that counts lookups of rows.
  private struct CountedRows: KeyedElements {
    var rows = [1: LoadingRow(id: 1), 2: LoadingRow(id: 2)]
    let count: Count

    var memberCount: Int { rows.count }
    var _membershipStamp: Int? { rows.keys.reduce(0, +) }

    func member(_ key: Int) -> LoadingRow? {
      count.value += 1
      return rows[key]
    }

    mutating func update<Result>(_ key: Int, _ body: (inout LoadingRow) -> Result) -> Result? {
      guard rows[key] != nil else { return nil }
      return body(&rows[key]!)
    }
  }

  @Test func `search for members only when the keys have changed`() async {
    let (turnstile, count) = (Turnstile(), Count())
    let reducer = Reduce<CountedRows, TableAction> { rows, action in
      guard case .set(let ids) = action else { return .none }
      rows.rows = Dictionary(uniqueKeysWithValues: ids.map { ($0, LoadingRow(id: $0)) })
      return .none
    }.forEach(
      \.self, LoadingReducer(turnstile: turnstile), action: .row)
    let store = Store(initialState: CountedRows(count: count), reducer: reducer)
    /// Returns the number of lookups for an action.
    func looks(_ action: TableAction) -> Int {
      count.value = 0
      store.send(action)
      return count.value
    }
    store.send(.row(1, .load))
    store.send(.row(2, .load))
    _ = looks(.other)
    #expect(looks(.other) == 0)
    #expect(looks(.set([2, 3])) == 2)
    #expect(looks(.other) == 0)
    await quiet()
    #expect(store.counts.works == 1)
    #expect(looks(.row(3, .load)) <= 2)
    store.cancelEffects()
  }
}
