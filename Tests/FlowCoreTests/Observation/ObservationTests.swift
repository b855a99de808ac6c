import FlowCore
import FlowTestSupport
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

extension CasePath<TableAction, (Int, Int)> {
  fileprivate static var row: Self {
    Self(TableAction.row) { if case .row(let id, let amount) = $0 { (id, amount) } else { nil } }
  }
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

/// The number of notifications by Observation.
private final class Notifications: @unchecked Sendable {
  var count = 0
}

@MainActor
struct `A store that Observation tracks` {
  private let store = Store(
    initialState: Table(rows: [Row(), Row(), Row()]), reducer: TableReducer())

  /// Returns the number of notifications while actions are sent. The reader reads again after each.
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

  @Test func `notifies the reader of a part only of its changes`() {
    let store = store
    let actions: [TableAction] = [
      .name("a"), .total(1), .total(1), .row(0, 1), .settings(2), .total(2), .nothing,
    ]
    #expect(notified(reading: { store.total }, actions) == 2)
  }

  /// Reads the state in a context that does not know whether it is `Equatable`.
  private func state<View: StoreView>(of view: View) -> View.State { view.state }

  @Test func `does not notify a generic reader of an equal state`() {
    let store = store
    let actions: [TableAction] = [.name("a"), .name("a"), .row(1, 5), .row(1, 5), .nothing]
    #expect(notified(reading: { state(of: store) }, actions) == 2)
  }

  @Test func `notifies the readers of parts inside and around a part`() {
    let store = store
    let settings = store.scope(state: \.settings, action: .whole)
    let actions: [TableAction] = [.settings(1), .settings(1), .total(9), .settings(2)]
    #expect(notified(reading: { settings.state }, actions) == 2)
    #expect(notified(reading: { store.settings.amount }, [.settings(3), .name("x")]) == 1)
    #expect(notified(reading: { settings.title }, [.settings(4)]) == 0)
  }

  @Test func `notifies of parts that are not Equatable whenever they may have changed`() {
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

  @Test func `a notified reader does not slow down sends`() {
    let store = store
    _ = store.total
    store.send(.total(1))
    #expect(!store.isObserved)
    _ = store.total
    #expect(store.isObserved)
  }

  @available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *)
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

  @Test func `subscribers are notified in the order of subscription`() {
    var notified: [Int] = []
    let child = store.scope(5, of: \.rows, action: .row)!
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

  @Test func `are notified of a restored state in order, and release their closures`() {
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
          let row = store.scope(number, of: \.rows, action: .row)
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

  @Test func `through a hand-written publisher end once`() {
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

  @Test func `states are a sequence with the given buffer`() async {
    let newest = store.states(of: \.total, buffer: .bufferingNewest(1))
    let oldest = store.states(of: \.total, buffer: .bufferingOldest(2))
    let all = store.states(of: \.total, buffer: .unbounded)
    for total in 1...4 { store.send(.total(total)) }
    store.send(.name("unknown"))
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
  @Test func `parts overlap their wholes and their parts`() {
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

  @Test func `the region of a computed part is unknown at any depth`() {
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
