import Testing

@testable import FlowCore

private struct Board {
  var rows: [Int]
  var other = 0
}

private enum BoardAction {
  case row(Int, Int)
  /// Changes the row by an effect.
  case ask(Int)
  /// Removes all rows but the first ones.
  case keep(Int)
  case other
}

extension CasePath<BoardAction, (Int, Int)> {
  fileprivate static var row: Self {
    Self(BoardAction.row) { if case .row(let row, let amount) = $0 { (row, amount) } else { nil } }
  }
}

/// The number of calls of `region(of:)`.
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
struct `A store with observers of single rows` {
  private let questions = Questions()
  private let store: Store<BoardReducer>
  /// The notified rows in order.
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
    store.scope(row, of: \.rows, action: .row)?
      .subscribe(to: \.self) { [notified] _ in notified.rows.append(row) }
  }

  /// Returns the notified rows for changes to some rows.
  private func notified(of rows: some Sequence<Int>) -> [Int] {
    notified.rows = []
    for row in rows { store.send(.row(row, store.current.rows[row] + 1)) }
    return notified.rows
  }

  /// Sends an action; returns whether the store must search for observers of its region. It
  /// requests the region once in either case.
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

  @Test func `skips the search for a row without observers`() {
    store.send(.row(1, 1))
    #expect(questions.count == 0, "there are no observers")
    let kept = (0..<5).map(watch)
    #expect(looksForObservers(of: .row(4, 1)))
    for row in 5..<16 { #expect(!looksForObservers(of: .row(row, 1))) }
    #expect(notified.rows == [4])
    withExtendedLifetime(kept) {}
  }

  @Test func `releases the places of removed observers`() {
    var kept = (0..<200).map(watch)
    #expect(store.core.observerList.keyed.placeCount >= 200)
    kept.removeLast(190)
    #expect(store.core.observerList.keyed.placeCount <= 64)
    #expect(notified(of: 0..<20) == Array(0..<10))
    kept.removeAll()
    #expect(store.core.observerList.keyed.placeCount == 1)
  }

  // Observers of everything are not observers of a row and use no place.
  @Test(arguments: [(1, 1), (2, 4), (4, 4), (5, 16), (16, 16), (17, 64)])
  func `has one to five places for each observer`(count: Int, places: Int) {
    let wide = (0..<2).map { _ in store.subscribe(to: \.other) { _ in } }
    let kept = (0..<count).map(watch)
    #expect(store.core.observerList.keyed.placeCount == places)
    withExtendedLifetime((wide, kept)) {}
  }

  // Closed observers are removed in groups. With these counts, the last removal is when the given
  // number of rows is left.
  @Test(arguments: [(121, 16, 256), (118, 15, 16), (74, 4, 4)])
  func `releases places when there are more than sixteen for each observer`(
    count: Int, left: Int, places: Int
  ) {
    let wide = (0..<2).map { _ in store.subscribe(to: \.other) { _ in } }
    var kept = (0..<count).map(watch)
    #expect(store.core.observerList.keyed.placeCount == 256)
    while kept.count > left { kept.removeLast() }
    #expect(store.counts.remembered == left + wide.count)
    #expect(store.core.observerList.keyed.placeCount == places)
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
        made.scope(row, of: \.rows, action: .row)?.subscribe(to: \.self) { _ in }
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
  @Test func `are zero at first, whatever the memory contained`() {
    let used = (0..<64).map { _ in UnsafeMutablePointer<Int>.allocate(capacity: 4) }
    for block in used { block.initialize(repeating: -1, count: 4) }
    for block in used { block.deallocate() }
    for _ in 0..<64 {
      let store = Store(
        initialState: Board(rows: [0, 0, 0, 0]), reducer: BoardReducer(questions: Questions()))
      let kept = (0..<2).map { row in
        store.scope(row, of: \.rows, action: .row)?.subscribe(to: \.self) { _ in }
      }
      let places = store.core.pointee.observed
      #expect(places.isUnobserved(.element(\Board.rows, key: 3)))
      #expect(!places.isUnobserved(.element(\Board.rows, key: 1)))
      withExtendedLifetime(kept) {}
    }
  }
}
