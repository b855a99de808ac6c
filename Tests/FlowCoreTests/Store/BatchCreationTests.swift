import FlowCore
import Testing

private struct Numbers {
  var n = 0
  var all: [Int] = []
}

private enum NumbersAction {
  case set(Int)
  case ping
}

private struct NumbersReducer: Reducer {
  func reduce(into state: inout Numbers, action: NumbersAction) -> Effect<NumbersAction> {
    guard case .set(let n) = action else { return .none }
    state.n = n
    state.all.append(n)
    return .none
  }
}

private enum WholePath: ScopePath {
  static var state: KeyPath<Numbers, Numbers> { \.self }
  nonisolated(unsafe) static var embedded: () -> Void = {}
  static var action: CasePath<NumbersAction, NumbersAction> {
    CasePath {
      embedded()
      return $0
    } _: {
      $0
    }
  }
}

@MainActor
@Suite(.serialized)
struct `The creation of a batch's actions` {
  private let store = Store(initialState: Numbers(), reducer: NumbersReducer())

  @Test(arguments: [false, true])
  func `reads the state before the batch, whether or not the store is observed`(isObserved: Bool) {
    let store = store
    let subscription = isObserved ? store.subscribe(to: \.n) { _ in } : nil
    store.send(contentsOf: (1...3).lazy.map { .set(store.current.n + $0) })
    #expect(store.current.all == [1, 2, 3])
    store.scope(WholePath.self)
      .send(contentsOf: (1...2).lazy.map { .set(store.current.n + $0) })
    #expect(store.current.all == [1, 2, 3, 4, 5])
    store.scope().send(contentsOf: (1...2).lazy.map { .set(store.current.n + $0) })
    #expect(store.current.all == [1, 2, 3, 4, 5, 6, 7])
    store.withState { _ in store.send(contentsOf: (8...9).lazy.map { .set($0) }) }
    #expect(store.current.n == 9)
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: [false, true])
  func `sends before the batch`(isObserved: Bool) {
    let store = store
    let subscription = isObserved ? store.subscribe(to: \.n) { _ in } : nil
    store.send(
      contentsOf: (1...2).lazy.map { number in
        store.send(.set(10 * number))
        return .set(number)
      })
    #expect(store.current.all == [10, 20, 1, 2])
    withExtendedLifetime(subscription) {}
  }

  @Test(arguments: [false, true])
  func `sends before the batch when it embeds them`(isObserved: Bool) {
    let store = store
    var notified: [Int] = []
    let subscription = isObserved ? store.subscribe(to: \.n) { notified.append($0) } : nil
    // In another scope, whose actions are gathered during a batch.
    nonisolated(unsafe) let other = store.scope()
    let path = CasePath<NumbersAction, Int> { number in
      other.send(.set(10 * number))
      return .set(number)
    } _: {
      if case .set(let number) = $0 { number } else { nil }
    }
    let scope = store.scope(state: \.n, action: path)
    scope.send(contentsOf: [1, 2])
    #expect(store.current.all == [10, 20, 1, 2])
    if isObserved { #expect(notified == [10, 20, 2]) }
    WholePath.embedded = { store.send(.set(store.current.n + 1)) }
    store.scope(WholePath.self).send(contentsOf: [.set(0), .set(5)])
    WholePath.embedded = {}
    #expect(store.current.all == [10, 20, 1, 2, 3, 4, 0, 5])
    withExtendedLifetime(subscription) {}
  }

  @Test func `may hash a key that reads the store`() {
    struct Key: Hashable {
      let number: Int
      nonisolated(unsafe) static var hashed: () -> Void = {}

      func hash(into hasher: inout Hasher) {
        Key.hashed()
        hasher.combine(number)
      }
    }
    struct Table {
      var entries: [Key: Int] = [:]
      var count = 0
    }
    struct TableReducer: Reducer {
      func reduce(into state: inout Table, action: Key) -> Effect<Key> {
        state.count += 1
        return .none
      }
      func region(of action: Key) -> StateRegion {
        StateRegion.element(\Table.entries, key: action).union(.part(\Table.count))
      }
    }
    let store = Store(initialState: Table(), reducer: TableReducer())
    let subscription = store.subscribe(to: \.count) { _ in }
    var counts: [Int] = []
    Key.hashed = { counts.append(store.current.count) }
    store.send(contentsOf: [Key(number: 1), Key(number: 2)])
    Key.hashed = {}
    #expect(counts == [0, 0])
    #expect(store.current.count == 2)
    withExtendedLifetime(subscription) {}
  }
}
