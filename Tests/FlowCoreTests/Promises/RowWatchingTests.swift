import Testing

@testable import FlowCore

private struct Board {
  var rows: [Int]
  var other = 0
}

private enum BoardAction {
  case row(Int, Int)
  /// Changes the row by an answer.
  case ask(Int)
  /// Removes all rows but the first ones.
  case keep(Int)
  case other
}

/// Counts how often it is asked what an action may change.
private final class Questions {
  var count = 0
}

private struct BoardReducer: Reducer {
  let questions: Questions

  func reduce(into state: inout Board, action: BoardAction) -> Effect<BoardAction> {
    switch action {
    case .row(let row, let value): state.rows[row] = value
    case .ask(let row): return .send(.row(row, state.rows[row] + 1))
    case .keep(let count): state.rows.removeSubrange(count...)
    case .other: state.other += 1
    }
    return .none
  }

  func region(of action: BoardAction) -> StateRegion {
    questions.count += 1
    return switch action {
    case .row(let row, _), .ask(let row): .element(\Board.rows, key: row)
    case .keep: .part(\Board.rows)
    case .other: .part(\Board.other)
    }
  }
}

@MainActor
struct `A store of which single rows are watched` {
  private let questions = Questions()
  private let store: Store<BoardReducer>
  /// Which rows' observers were notified, in order.
  private final class Notifications {
    var rows: [Int] = []
  }
  private let notified = Notifications()

  init() {
    store = Store(
      initialState: Board(rows: Array(repeating: 0, count: 1_000)),
      reducer: BoardReducer(questions: questions))
  }

  private func watch(_ row: Int) -> ObservationToken? {
    store.scope(row, of: \.rows, action: BoardAction.row)?
      .subscribe(to: \.self) { [notified] _ in notified.rows.append(row) }
  }

  /// Who is notified when these rows are changed.
  private func notified(of rows: some Sequence<Int>) -> [Int] {
    notified.rows = []
    for row in rows { store.send(.row(row, store.current.rows[row] + 1)) }
    return notified.rows
  }

  /// How often it asks what an action may change.
  /// Sends an action; whether the store looks for observers of what it may change, and does not know
  /// beforehand that there are none. It asks once what that is, in either case.
  private func looksForObservers(of action: BoardAction) -> Bool {
    let looks = !store.core.pointee.observed.isUnobserved(
      BoardReducer(questions: Questions()).region(of: action))
    questions.count = 0
    store.send(action)
    #expect(questions.count == 1)
    return looks
  }

  @Test(arguments: [1, 2, 3, 4, 5, 16, 17, 18, 70])
  func `notifies the observer of each row, and no other`(count: Int) {
    var kept = (0..<count).map(watch)
    #expect(notified(of: 0..<count) == Array(0..<count))
    for row in 0..<count where row % 3 != 0 { kept[row] = nil }
    #expect(notified(of: 0..<count) == stride(from: 0, to: count, by: 3).map(\.self))
    for row in 0..<count - 1 { kept[row] = nil }
    #expect(notified(of: 0..<count) == ((count - 1) % 3 == 0 ? [count - 1] : []))
    kept.append(watch(0))
    #expect(notified(of: 0..<count).contains(0))
    kept.removeAll()
    #expect(!store.isObserved)
    #expect(notified(of: 0..<count) == [])
    #expect(store.counts.remembered == 0)
  }

  @Test func `looks for no observers of a row that nobody watches`() {
    store.send(.row(1, 1))
    #expect(questions.count == 0, "nobody observes")
    let kept = (0..<5).map(watch)
    #expect(looksForObservers(of: .row(4, 1)))
    for row in 5..<16 { #expect(!looksForObservers(of: .row(row, 1))) }
    #expect(notified.rows == [4])
    withExtendedLifetime(kept) {}
  }

  @Test func `looks for none when the row's observers have gone`() {
    var kept = (0..<100).map(watch)
    kept[7] = nil
    #expect(!looksForObservers(of: .row(7, 1)))
    #expect(looksForObservers(of: .row(6, 1)))
    for row in 0..<95 { kept[row] = nil }
    for row in 4..<15 { #expect(!looksForObservers(of: .row(row, 2))) }
    #expect(notified(of: 0..<100) == Array(95..<100))
    kept.append(watch(7))
    #expect(looksForObservers(of: .row(7, 9)))
    #expect(notified(of: 0..<100) == [7] + Array(95..<100))
  }

  @Test func `looks for none when one has gone whose coming made more room`() {
    for count in [2, 5, 17] {
      var kept = (0..<count).map(watch)
      #expect(looksForObservers(of: .row(count - 1, count)))
      kept[count - 1] = nil
      #expect(!looksForObservers(of: .row(count - 1, 0)))
      #expect(notified(of: 0..<count) == Array(0..<count - 1))
      kept.removeAll()
    }
  }

  @Test func `looks for none when one had gone before another's coming made more room`() {
    var kept = (0..<4).map(watch)
    kept[1] = nil
    kept.append(contentsOf: [10, 11].map(watch))
    #expect(!looksForObservers(of: .row(1, 1)))
    #expect(looksForObservers(of: .row(2, 1)))
  }

  @Test func `looks for none when they have gone after their places were given back`() {
    var kept = (0..<200).map(watch)
    let last = watch(500)
    kept.removeLast(190)
    #expect(looksForObservers(of: .row(3, 1)))
    kept.removeAll()
    #expect(!looksForObservers(of: .row(3, 2)))
    #expect(looksForObservers(of: .row(500, 2)))
    withExtendedLifetime(last) {}
  }

  @Test func `gives back the places of many observers that have gone`() {
    var kept = (0..<200).map(watch)
    #expect(store.core.observerList.keyed.placeCount >= 200)
    kept.removeLast(190)
    #expect(store.core.observerList.keyed.placeCount <= 64)
    #expect(notified(of: 0..<20) == Array(0..<10))
    kept.removeAll()
    #expect(store.core.observerList.keyed.placeCount == 1)
  }

  // What watches all is no row, and takes no place.
  @Test(arguments: [(1, 1), (2, 4), (4, 4), (5, 16), (16, 16), (17, 64)])
  func `has a place for each observer, and less than five`(count: Int, places: Int) {
    let wide = (0..<2).map { _ in store.subscribe(to: \.other) { _ in } }
    let kept = (0..<count).map(watch)
    #expect(store.core.observerList.keyed.placeCount == places)
    withExtendedLifetime((wide, kept)) {}
  }

  // Watchers that have gone are forgotten many at a time: of these numbers the last time is when so
  // many rows are left.
  @Test(arguments: [(121, 16, 256), (118, 15, 16), (74, 4, 4)])
  func `gives places back when there are more than sixteen for each observer`(
    count: Int, left: Int, places: Int
  ) {
    let wide = (0..<2).map { _ in store.subscribe(to: \.other) { _ in } }
    var kept = (0..<count).map(watch)
    #expect(store.core.observerList.keyed.placeCount == 256)
    while kept.count > left { kept.removeLast() }
    #expect(store.counts.remembered == left + wide.count)
    #expect(store.core.observerList.keyed.placeCount == places)
  }

  @Test func `looks for them in a row that nobody watches when all is watched as well`() {
    let rows = (0..<5).map(watch)
    var all: ObservationToken? = store.subscribe(to: { $0.other }) { _ in }
    #expect(looksForObservers(of: .row(9, 1)))
    all = nil
    #expect(!looksForObservers(of: .row(9, 2)))
    #expect(all == nil)
    withExtendedLifetime(rows) {}
  }

  @Test func `goes on as before after an action for another row`() {
    let kept = (0..<5).map(watch)
    store.send(.row(9, 1))
    #expect(store.current.rows[9] == 1)
    store.send(.ask(9))
    #expect(store.current.rows[9] == 2, "what it asks for is done")
    store.send(.ask(4))
    #expect(notified.rows == [4])
    store.send(.other)
    #expect(store.current.other == 1)
    withExtendedLifetime(kept) {}
  }

  @Test func `tells nothing of rows that are not there`() {
    let kept = (0..<5).map(watch)
    store.send(.keep(3))
    store.send(.other)
    #expect(notified(of: 0..<3) == [0, 1, 2])
    store.send(.keep(0))
    store.send(.other)
    #expect(notified.rows == [0, 1, 2] && store.current.other == 2)
    store.restore(Board(rows: [1, 9, 1, 9, 0]))
    #expect(notified.rows == [0, 1, 2, 1, 3])
    withExtendedLifetime(kept) {}
  }

  @Test func `lets go of what its observers hold`() {
    final class Token {}
    for count in [1, 5, 100] {
      var kept: [ObservationToken?] = []
      weak var token: Token?
      do {
        let held = Token()
        token = held
        for row in 0..<count {
          let child = store.scope(row, of: \.rows, action: BoardAction.row)
          kept.append(child?.subscribe(to: \.self) { _ in withExtendedLifetime(held) {} })
        }
      }
      #expect(token != nil)
      kept.removeAll()
      #expect(token == nil)
    }
  }

  @Test func `may be sent to by its own reducer`() async {
    await #expect(processExitsWith: .success) {
      struct Sending: Reducer {
        let send: (BoardAction) -> Void

        func reduce(into state: inout Board, action: BoardAction) -> Effect<BoardAction> {
          if case .ask(let row) = action {
            send(.other)
            state.rows[row] = state.other + 1
          }
          if case .other = action { state.other += 1 }
          return .none
        }

        func region(of action: BoardAction) -> StateRegion {
          if case .ask(let row) = action { .element(\Board.rows, key: row) } else { .unknown }
        }
      }
      weak var store: Store<Sending>?
      let made = Store(
        initialState: Board(rows: [0, 0, 0, 0]), reducer: Sending { store?.send($0) })
      store = made
      let kept = (0..<2).map { row in
        made.scope(row, of: \.rows, action: BoardAction.row)?.subscribe(to: \.self) { _ in }
      }
      made.send(.ask(3))
      #expect(made.current.other == 1)
      made.send(.ask(2))
      #expect(made.current.other == 2)
      #expect(made.current.rows == [0, 0, 2, 1], "what it sends is reduced when it has returned")
      withExtendedLifetime(kept) {}
    }
  }
}

struct `The counts of a store's observers` {
  @Test func `are none at first, whatever was in the memory before`() {
    let used = (0..<64).map { _ in UnsafeMutablePointer<Int>.allocate(capacity: 4) }
    for block in used { block.initialize(repeating: -1, count: 4) }
    for block in used { block.deallocate() }
    for _ in 0..<64 {
      let store = Store(
        initialState: Board(rows: [0, 0, 0, 0]), reducer: BoardReducer(questions: Questions()))
      let kept = (0..<2).map { row in
        store.scope(row, of: \.rows, action: BoardAction.row)?.subscribe(to: \.self) { _ in }
      }
      let places = store.core.pointee.observed
      #expect(places.isUnobserved(.element(\Board.rows, key: 3)))
      #expect(!places.isUnobserved(.element(\Board.rows, key: 1)))
      withExtendedLifetime(kept) {}
    }
  }
}
