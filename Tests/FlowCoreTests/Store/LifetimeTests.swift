import FlowCore
import Observation
import Testing

private struct Table: Equatable {
  var rows: IdentifiedArray<LoadingRow> = []
  var other = 0
}

private enum TableAction {
  case add(ClosedRange<Int>)
  case remove(ClosedRange<Int>)
  case row(Int, LoadingAction)
  case other
}

extension CasePath<TableAction, (Int, LoadingAction)> {
  fileprivate static var row: Self {
    Self(TableAction.row) { if case .row(let id, let action) = $0 { (id, action) } else { nil } }
  }
}

@MainActor
struct `A store releases` {
  private let turnstile = Turnstile()
  private let store: Store<Composite>

  private typealias Composite = ForEachReducer<
    Reduce<Table, TableAction>, IdentifiedArray<LoadingRow>, LoadingReducer
  >

  init() {
    let turnstile = turnstile
    store = Store(
      initialState: Table(),
      reducer: Composite(
        Reduce { table, action in
          switch action {
          case .add(let ids): for id in ids { table.rows.append(LoadingRow(id: id)) }
          case .remove(let ids): for id in ids.reversed() { table.rows.remove(id: id) }
          case .row: break
          case .other: table.other += 1
          }
          return .none
        },
        \.rows, LoadingReducer(turnstile: turnstile), action: .row))
  }

  /// Reads rows while Observation tracks them.
  private func read(_ ids: ClosedRange<Int>) {
    for id in ids {
      guard let row = store.scope(id, of: \.rows, action: .row) else { continue }
      withObservationTracking {
        _ = row.loads
      } onChange: {
      }
    }
  }

  @Test func `the memory of a million rows that appear and disappear`() {
    var most = 0
    for batch in 0..<1_000 {
      let ids = batch * 1_000...batch * 1_000 + 999
      store.send(.add(ids))
      // The number of rows on a screen, because debug builds are slow.
      read(ids.lowerBound...ids.lowerBound + 19)
      store.send(.remove(ids))
      store.send(.other)
      #expect(store.counts.observers == 0)
      most = max(most, store.counts.remembered)
    }
    #expect(most < 100)
    #expect(store.current.rows.isEmpty)
  }

  @Test func `a long list that was read is removed as a whole`() {
    store.send(.add(1...20_000))
    read(1...20_000)
    #expect(store.counts.observers == 20_000)
    store.send(.remove(1...20_000))
    #expect(store.counts.observers == 0)
    #expect(store.counts.remembered < 2_000)
    #expect(!store.isObserved)
  }

  @Test func `effects of removed rows`() async {
    store.send(.add(1...100))
    for id in 1...100 { store.send(.row(id, .search)) }
    #expect(store.counts.works == 100)
    store.send(.remove(1...100))
    await quiet()
    #expect(store.counts.works == 0 && store.counts.effects == 0)
    store.send(.add(1...1))
    turnstile.open()
    await quiet()
    #expect(store.current.rows[id: 1]?.loads == 0)
  }

  @Test func `subscriptions in any order of ending`() {
    for seed in 0..<20 {
      var kept = (0..<50).map { _ in store.subscribe(to: \.other) { _ in } }
      var word = UInt64(seed)
      while !kept.isEmpty {
        word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        kept.remove(at: Int(word >> 33) % kept.count)
        #expect(store.counts.observers == kept.count)
      }
      #expect(store.counts.remembered < 100)
    }
  }

  @Test func `the memory of subscriptions when few are left`() {
    var kept = (0..<50).map { _ in store.subscribe(to: \.other) { _ in } }
    kept.removeLast(33)
    #expect(store.counts.remembered == 50)
    kept.removeLast()
    #expect(store.counts.remembered == 16)
    kept.removeAll()
    #expect(store.counts.remembered == 0)
  }

  @Test(arguments: [1_024, 1_025])
  func `the readers of a removed list, unless they are few`(count: Int) {
    store.send(.add(1...count))
    read(1...count)
    store.send(.remove(1...count))
    #expect(store.counts.observers == 0)
    #expect(store.counts.remembered == (count > 1_024 ? 0 : count))
  }

  @Test func `the memory of a long queue`() {
    var highest = 0
    let subscription = store.subscribe(to: \.other) { [unowned store] _ in
      for _ in 0..<1_000 { store.send(.remove(1...1)) }
      highest = store.counts.queueCapacity
    }
    store.send(.other)
    subscription.cancel()
    #expect(highest >= 1_000)
    #expect(store.counts.queued == 0 && store.counts.queueCapacity <= 16)
  }
}
