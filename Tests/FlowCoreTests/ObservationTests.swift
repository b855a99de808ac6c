import FlowCore
import Observation
import Testing

private struct Row: Equatable {
  var title = ""
  var amount = 0
}

private struct Table: Equatable {
  var name = ""
  var total = 0
  var rows: [Row]
  var settings = Row()
}

private enum TableAction {
  case name(String)
  case total(Int)
  case row(Int, Int)
  case settings(Int)
  case nothing
}

private struct TableReducer: Reducer {
  func reduce(into state: inout Table, action: TableAction) -> Effect<TableAction> {
    switch action {
    case .name(let name): state.name = name
    case .total(let total): state.total = total
    case .row(let row, let amount): state.rows[row].amount = amount
    case .settings(let amount): state.settings.amount = amount
    case .nothing: break
    }
    return .none
  }

  func region(of action: TableAction) -> StateRegion {
    switch action {
    case .name: .part(\Table.name)
    case .total: .part(\Table.total)
    case .row(let row, _): .element(\Table.rows, key: row)
    case .settings: .part(\Table.settings.amount)
    case .nothing: .nothing
    }
  }
}

/// Counts how often Observation tells of a change.
private final class Notifications: @unchecked Sendable {
  var count = 0
}

@MainActor
struct `A store that Observation tracks` {
  private let store = Store(
    initialState: Table(rows: [Row(), Row(), Row()]), reducer: TableReducer())

  /// How often a reader is notified while actions are sent; once notified, it reads again.
  private func notified<Value>(reading read: @escaping () -> Value, _ actions: [TableAction]) -> Int
  {
    let notified = Notifications()
    var readCount = -1
    for action in actions {
      if readCount != notified.count {
        readCount = notified.count
        _ = withObservationTracking(read) { notified.count += 1 }
      }
      store.send(action)
    }
    return notified.count
  }

  @Test func `tells the reader of a part of its changes only`() {
    let store = store
    let actions: [TableAction] = [
      .name("a"), .total(1), .total(1), .row(0, 1), .settings(2), .total(2), .nothing,
    ]
    #expect(notified(reading: { store.total }, actions) == 2)
  }

  @Test func `tells the reader of everything of every change, and of no equal state`() {
    let store = store
    let actions: [TableAction] = [.name("a"), .name("a"), .row(1, 5), .row(1, 5), .nothing]
    #expect(notified(reading: { store.state }, actions) == 2)
  }

  /// Reads a state of which the compiler does not know that it can be compared.
  private func state<View: StoreView>(of view: View) -> View.State { view.state }

  @Test func `tells a generic reader of no equal state, either`() {
    let store = store
    let actions: [TableAction] = [.name("a"), .name("a"), .row(1, 5), .row(1, 5), .nothing]
    #expect(notified(reading: { state(of: store) }, actions) == 2)
  }

  @Test func `tells the reader of a row of changes to this row`() throws {
    let row = try #require(store.scope(1, of: \.rows, action: TableAction.row))
    let actions: [TableAction] = [.row(0, 1), .row(1, 1), .row(1, 1), .row(2, 1), .row(1, 2)]
    #expect(notified(reading: { row.amount }, actions) == 2)
    #expect(row.amount == 2)
  }

  @Test func `tells the readers of parts inside and around a part`() {
    let store = store
    let settings = store.scope(state: \.settings, action: { (action: TableAction) in action })
    let actions: [TableAction] = [.settings(1), .settings(1), .total(9), .settings(2)]
    #expect(notified(reading: { settings.state }, actions) == 2)
    #expect(notified(reading: { store.settings.amount }, [.settings(3), .name("x")]) == 1)
    #expect(notified(reading: { settings.title }, [.settings(4)]) == 0)
  }

  @Test func `tells once, until it is read again`() {
    let notified = Notifications()
    let store = store
    withObservationTracking {
      _ = store.total
    } onChange: {
      notified.count += 1
    }
    store.send(.total(1))
    store.send(.total(2))
    #expect(notified.count == 1)
  }

  @Test func `tells all readers of one part`() {
    let notified = Notifications()
    let store = store
    for _ in 0..<5 {
      withObservationTracking {
        _ = (store.total, store.name)
      } onChange: {
        notified.count += 1
      }
    }
    store.send(.total(1))
    #expect(notified.count == 5)
    store.send(.name("a"))
    #expect(notified.count == 5, "each was notified once, of whichever came first")
  }

  @Test func `tells of parts that cannot be compared whenever they may have changed`() {
    struct Opaque { var value = 0 }
    struct Holder { var opaque = Opaque() }
    let store = Store(
      initialState: Holder(),
      reducer: Reduce<Holder, Int> { state, action in
        state.opaque.value = action
        return .none
      })
    let notified = Notifications()
    withObservationTracking {
      _ = store.opaque
    } onChange: {
      notified.count += 1
    }
    store.send(0)
    #expect(notified.count == 1)
  }

  @Test func `a restored state is notified of like any other change`() {
    let notified = Notifications()
    let store = store
    withObservationTracking {
      _ = store.total
    } onChange: {
      notified.count += 1
    }
    store.restore(Table(name: "other", rows: []))
    #expect(notified.count == 0)
    store.restore(Table(total: 5, rows: []))
    #expect(notified.count == 1)
  }

  @Test func `a reader that has gone costs the sends nothing`() {
    let store = store
    _ = store.total
    store.send(.total(1))
    #expect(!store.isObserved)
    _ = store.total
    #expect(store.isObserved)
  }

  @Test func `Observations yields the changes`() async {
    let store = store
    let totals = Observations { store.total }
    var seen: [Int] = []
    for await total in totals {
      seen.append(total)
      if total == 3 { break }
      store.send(.name("n\(total)"))
      store.send(.total(total + 1))
    }
    #expect(seen == [0, 1, 2, 3])
  }
}

@MainActor
struct `Subscriptions to a store` {
  private let store = Store(
    initialState: Table(rows: (0..<200).map { _ in Row() }), reducer: TableReducer())

  @Test func `a row's subscriber is notified of its row, whoever else there is`() {
    var notified: [String] = []
    var kept: [ObservationToken] = []
    for row in 0..<200 {
      let child = store.scope(row, of: \.rows, action: TableAction.row)
      kept.append(child!.subscribe(to: \.amount) { notified.append("\(row): \($0)") })
    }
    kept.append(store.subscribe(to: \.total) { notified.append("total: \($0)") })
    kept.append(store.subscribe(to: { $0.rows[3].amount }) { notified.append("closure: \($0)") })
    for row in [3, 199, 3] { store.send(.row(row, row * 10 + notified.count)) }
    store.send(.total(1))
    #expect(notified == ["3: 30", "closure: 30", "199: 1992", "3: 33", "closure: 33", "total: 1"])
    kept.removeAll()
    #expect(!store.isObserved)
  }

  @Test func `subscribers are notified in the order in which they came`() {
    var notified: [Int] = []
    let child = store.scope(5, of: \.rows, action: TableAction.row)!
    let kept = [
      child.subscribe(to: \.amount) { _ in notified.append(0) },
      store.subscribe(to: \.rows) { _ in notified.append(1) },
      child.subscribe(to: \.self) { _ in notified.append(2) },
      store.subscribe(to: { $0.rows[5] }) { _ in notified.append(3) },
    ]
    store.send(.row(5, 1))
    #expect(notified == [0, 1, 2, 3])
    withExtendedLifetime(kept) {}
  }

  @Test func `are notified in order of a restored state, too, and let go of what they hold`() {
    final class Token {}
    var notified: [Int] = []
    var kept: [ObservationToken] = []
    weak var token: Token?
    do {
      let held = Token()
      token = held
      for number in 0..<9 {
        let tell = { (_: Int) in withExtendedLifetime(held) { notified.append(number) } }
        switch number % 3 {
        case 0: kept.append(store.subscribe(to: \.total, tell))
        case 1: kept.append(store.subscribe(to: { $0.total + 1 }, tell))
        default:
          let row = store.scope(number, of: \.rows, action: TableAction.row)
          kept.append(row!.subscribe(to: \.amount, tell))
        }
      }
    }
    let row = Row(amount: 1)
    store.restore(Table(total: 1, rows: Array(repeating: row, count: 9)))
    #expect(notified == Array(0..<9))
    notified = []
    store.send(.row(5, 2))
    store.send(.row(8, 2))
    store.send(.total(2))
    #expect(notified == [5, 8, 0, 1, 3, 4, 6, 7])
    kept.removeAll()
    #expect(token == nil)
  }

  @Test func `of a publisher of one's own end once`() {
    var ends = 0
    do {
      let subscription = ObservationToken { ends += 1 }
      subscription.cancel()
      subscription.cancel()
      #expect(ends == 1)
    }
    #expect(ends == 1)
    do { _ = ObservationToken { ends += 1 } }
    #expect(ends == 2)
  }

  @Test func `coming and going while being notified is safe`() {
    var kept: [ObservationToken] = []
    var notified: [String] = []
    let store = store
    kept.append(
      store.subscribe(to: \.total) { total in
        notified.append("first \(total)")
        kept.append(store.subscribe(to: \.total) { notified.append("new \($0)") })
        kept[1].cancel()
      })
    kept.append(store.subscribe(to: \.total) { notified.append("second \($0)") })
    store.send(.total(1))
    #expect(notified == ["first 1"])
    kept[0].cancel()
    store.send(.total(2))
    #expect(notified == ["first 1", "new 2"])
    // The first one's closure holds the list that holds it.
    kept.removeAll()
  }

  @Test func `states come as a sequence with the buffer that was asked for`() async {
    let newest = store.states(of: \.total, buffer: .bufferingNewest(1))
    let oldest = store.states(of: \.total, buffer: .bufferingOldest(2))
    let all = store.states(of: \.total, buffer: .unbounded)
    for total in 1...4 { store.send(.total(total)) }
    store.send(.name("nobody"))
    var seen: [Int] = []
    for await total in newest {
      seen.append(total)
      break
    }
    #expect(seen == [4])
    seen = []
    for await total in oldest {
      seen.append(total)
      if seen.count == 2 { break }
    }
    #expect(seen == [0, 1])
    seen = []
    for await total in all {
      seen.append(total)
      if total == 4 { break }
    }
    #expect(seen == [0, 1, 2, 3, 4])
  }

  @Test func `the sequence ends with its store`() async {
    var store: Store? = Store(initialState: Table(rows: []), reducer: TableReducer())
    let totals = store!.states(of: \.total, buffer: .unbounded)
    store!.send(.total(7))
    store = nil
    var seen: [Int] = []
    for await total in totals { seen.append(total) }
    #expect(seen == [0, 7])
  }
}

struct `State regions` {
  @Test func `parts overlap what holds them and what they hold`() {
    let (rows, settings) = (StateRegion.part(\Table.rows), StateRegion.part(\Table.settings))
    let amount = StateRegion.part(\Table.settings.amount)
    #expect(!rows.overlaps(settings) && settings.overlaps(amount) && amount.overlaps(settings))
    #expect(!amount.overlaps(.part(\Table.settings.title)))
    #expect(StateRegion.all.overlaps(amount) && !StateRegion.nothing.overlaps(.all))
  }

  @Test func `elements overlap the collection and themselves`() {
    let third = StateRegion.element(\Table.rows, key: 3)
    #expect(third.overlaps(.element(\Table.rows, key: 3)))
    #expect(!third.overlaps(.element(\Table.rows, key: 4)))
    #expect(third.overlaps(.part(\Table.rows)) && !third.overlaps(.part(\Table.name)))
  }

  @Test func `of what is computed nothing is known, however far inside`() {
    let computed = StateRegion.part(\Table.rows.count)
    #expect(computed == .unknown && computed != .all)
    #expect(computed.overlaps(.part(\Table.name)) && !computed.overlaps(.nothing))
    #expect(StateRegion.part(\Row.amount).inside(computed) == .unknown)
    #expect(StateRegion.element(\Table.rows, key: 1).inside(computed) == .unknown)
    #expect(StateRegion.nothing.inside(computed) == .nothing)
    let settings = StateRegion.unknown.inside(.part(\Table.settings))
    #expect(!settings.overlaps(.part(\Table.name)), "but what it belongs to is known")
    #expect(StateRegion.part(\Row.amount).inside(settings) == settings)
  }

  @Test func `a part of a part is inside it`() {
    let inside = StateRegion.part(\Row.amount).inside(.part(\Table.settings))
    #expect(inside == .part(\Table.settings.amount))
    #expect(StateRegion.all.inside(.part(\Table.settings)) == .part(\Table.settings))
    #expect(StateRegion.nothing.inside(.part(\Table.settings)) == .nothing)
    let element = StateRegion.element(\Table.rows, key: 1)
    #expect(StateRegion.part(\Row.amount).inside(element) == element)
  }

  @Test func `a union holds both`() {
    let both = StateRegion.part(\Table.name).union(.part(\Table.rows))
    #expect(both.overlaps(.part(\Table.total)), "and whatever lies between")
    let elements = StateRegion.element(\Table.rows, key: 1).union(.element(\Table.rows, key: 2))
    #expect(elements.overlaps(.element(\Table.rows, key: 3)))
    #expect(StateRegion.nothing.union(both) == both && both.union(.nothing) == both)
  }
}
