import FlowCore
import Observation
import Testing

/// Calls a closure when it is released.
private final class Token {
  var end: () -> Void

  init(_ end: @escaping () -> Void = {}) { self.end = end }

  deinit { end() }
}

/// A number with an object. Its comparison calls user code.
private struct Tagged: Equatable {
  var number = 0
  var token: Token?
  nonisolated(unsafe) static var compared: () -> Void = {}

  static func == (left: Tagged, right: Tagged) -> Bool {
    compared()
    return left.number == right.number
  }
}

private enum Order {
  case note(String, Token? = nil)
  case begin
}

extension Effect where Action == Order {
  /// Returns a stream that sends an action and has not ended.
  fileprivate static func stream(
    _ name: String, _ token: @escaping () -> Token? = { nil }
  ) -> Effect {
    .run { send in
      send(.note(name, token()))
      try await Task.sleep(for: .seconds(3_600))
    }
  }
}

/// Records the names of its actions; `begin` has the effect of the test.
private struct OrderReducer: Reducer {
  let effect: () -> Effect<Order>

  func reduce(into state: inout [String], action: Order) -> Effect<Order> {
    switch action {
    case .note(let name, _):
      state.append(name)
      return .none
    case .begin: return effect()
    }
  }
}

@MainActor
struct `The payload of a dropped action` {
  /// Returns the reduced actions when an effect's action with a payload is queued with others and
  /// its identifier is cancelled.
  private func reduced(
    cancelling: (Store<OrderReducer>) -> Void = { _ in }, byEffect isByEffect: Bool = true,
    _ atEnd: @escaping (Store<OrderReducer>) -> Void
  ) -> [String] {
    weak var made: Store<OrderReducer>?
    let answer: () -> Effect<Order> = {
      .stream("dropped") { Token { if let made { atEnd(made) } } }.cancellable(id: "id")
    }
    let store = Store(
      initialState: [],
      reducer: OrderReducer {
        .merge(
          answer(),
          .perform {
            made?.send(.note("1"))
            made?.send(.note("2"))
            return nil
          }, isByEffect ? .cancel(id: "id") : .none)
      })
    made = store
    store.withState { _ in
      store.send(.begin)
    }
    return store.current
  }

  @Test func `sends behind queued actions when an effect cancels its action`() {
    #expect(reduced { $0.send(.note("deinit")) } == ["1", "2", "deinit"])
  }

  @Test func `may cancel, too`() {
    #expect(reduced { $0.cancelEffects() } == ["1", "2"])
  }

  @Test func `sends behind queued actions when all effects are cancelled`() {
    weak var made: Store<OrderReducer>?
    let store = Store(
      initialState: [],
      reducer: OrderReducer {
        .merge(
          .stream("dropped") { Token { made?.send(.note("deinit")) } },
          .perform {
            for name in ["1", "2"] { made?.send(.note(name)) }
            made?.cancelEffects()
            return nil
          })
      })
    made = store
    store.send(.begin)
    #expect(store.current == ["1", "2", "deinit"])
  }

  @Test func `is dropped even if its identifier cancels others when it is compared`() {
    struct ID: Hashable {
      let name: String
      nonisolated(unsafe) static var compared: () -> Void = {}

      static func == (left: ID, right: ID) -> Bool {
        let compared = Self.compared
        Self.compared = {}
        compared()
        return left.name == right.name
      }
      func hash(into hasher: inout Hasher) { hasher.combine(name) }
    }
    weak var made: Store<OrderReducer>?
    let store = Store(
      initialState: [],
      reducer: OrderReducer {
        .merge(
          .stream("a").cancellable(id: ID(name: "a")),
          .stream("b").cancellable(id: ID(name: "b")),
          .perform {
            made?.send(.note("1"))
            ID.compared = { made?.cancelEffects() }
            return nil
          }, .cancel(id: ID(name: "b")))
      })
    made = store
    store.send(.begin)
    #expect(store.current == ["1"])
  }
}

@MainActor
@Suite(.serialized)
struct `A part of a state that is replaced` {
  private struct Whole {
    var tagged = Tagged()
    var number = 0
  }

  private func makeStore() -> Store<Reduce<Whole, Int>> {
    Store(
      initialState: Whole(),
      reducer: Reduce<Whole, Int> { state, action in
        state.number = action
        return .none
      })
  }

  @Test(arguments: [false, true])
  func `sees the new state when a restore destroys it, and its actions are queued`(
    isObserved: Bool
  ) {
    let store = makeStore()
    var seen: [Int] = []
    var sent: [Int] = []
    store.restore(Whole(tagged: Tagged(number: 1, token: Token()), number: 1))
    let subscription =
      isObserved
      ? store.subscribe(to: \.number) { [unowned store] number in
        sent.append(number)
        if number == 2 { store.send(3) }
      } : nil
    store.withState {
      $0.tagged.token?.end = { [unowned store] in
        seen += [store.current.number, store.current.tagged.number]
        store.send(store.current.number + 10)
      }
    }
    store.restore(Whole(tagged: Tagged(number: 2), number: 2))
    #expect(seen == [2, 2])
    #expect(store.current.number == 12)
    #expect(sent == (isObserved ? [2, 3, 12] : []))
    withExtendedLifetime(subscription) {}
  }

  @Test func `may read and send when an observer's last value is destroyed`() {
    let store = makeStore()
    var ended = 0
    let tagged: (Int) -> Tagged = { number in
      Tagged(
        number: number,
        token: Token { [weak store] in
          ended += 1
          guard let store else { return }
          withObservationTracking {
            _ = (store.tagged, store.number)
          } onChange: {
          }
          if store.current.number < 100 { store.send(store.current.number + 1) }
        })
    }
    var runs = 0
    let kept = [
      store.subscribe(to: \.tagged) { _ in },
      store.observe {
        _ = (store.number, store.tagged, store.number)
        runs += 1
      },
    ]
    for number in 1...20 {
      withObservationTracking {
        _ = (store.tagged, store.number)
      } onChange: {
      }
      store.restore(Whole(tagged: tagged(number), number: number))
      #expect(store.counts.queued == 0)
    }
    #expect(ended == 19)
    #expect(runs > 20)
    kept.forEach { $0.cancel() }
    store.restore(Whole())
    #expect(ended == 20)
    store.restore(Whole(tagged: Tagged(number: 7), number: 7))
    #expect(!store.isObserved)
    #expect(store.counts.observers == 0)
  }

  @Test func `may read and send when it is compared`() {
    let store = makeStore()
    var runs: [Int] = []
    let kept = [
      store.subscribe(to: \.tagged) { _ in },
      store.observe {
        _ = store.number
        runs.append(store.tagged.number)
      },
    ]
    var left = 0
    Tagged.compared = {
      guard left > 0 else { return }
      left -= 1
      store.send(store.number + 1)
    }
    for number in 1...5 {
      left = 2
      store.restore(Whole(tagged: Tagged(number: number), number: 0))
      #expect(store.current.number == 1 && left == 0)
      #expect(runs.last == number)
    }
    Tagged.compared = {}
    withExtendedLifetime(kept) {}
  }

  @Test func `may read and send when it is compared for an action of another region`() {
    struct Declared: Reducer {
      func reduce(into state: inout Whole, action: Int) -> Effect<Int> {
        state.number += action
        return .none
      }
      func region(of action: Int) -> StateRegion { .part(\Whole.number) }
    }
    let store = Store(initialState: Whole(), reducer: Declared())
    let subscription = store.subscribe(to: \.tagged) { _ in }
    var seen: [Int] = []
    // In debug builds, which check regions.
    Tagged.compared = {
      seen.append(store.current.number)
      if seen.count == 1 { store.send(10) }
    }
    store.send(1)
    Tagged.compared = {}
    #expect(store.current.number == (seen.isEmpty ? 1 : 11))
    #expect(seen.first == 1 || seen.isEmpty)
    withExtendedLifetime(subscription) {}
  }

  @Test func `keeps readings in order if its keys read the store`() {
    struct Key: Hashable {
      let number: Int
      nonisolated(unsafe) static var compared: () -> Void = {}

      static func == (left: Key, right: Key) -> Bool {
        compared()
        return left.number == right.number
      }
      func hash(into hasher: inout Hasher) { hasher.combine(number) }
    }
    struct Table {
      var entries: [Key: Int] = [:]
      var number = 0
    }
    let store = Store(
      initialState: Table(entries: [Key(number: 1): 1, Key(number: 2): 2]),
      reducer: Reduce<Table, Int> { state, action in
        // A reducer must read only its own state, and so must the comparison of its keys.
        let compared = Key.compared
        Key.compared = {}
        defer { Key.compared = compared }
        state.number = action
        state.entries[Key(number: 2)] = action
        return .none
      })
    var values: [[Int]] = []
    let subscription = store.observe {
      values.append(
        [1, 2].map {
          store.scope(Key(number: $0), of: \.entries, action: CasePath({ $1 }) { _ in nil })?.state
            ?? -1
        } + [store.number])
    }
    var isComparing = false
    Key.compared = {
      if isComparing { return }
      isComparing = true
      _ = store.number
      isComparing = false
    }
    for number in 3...6 { store.send(number) }
    Key.compared = {}
    store.send(7)
    #expect(values == [[1, 2, 0]] + (3...7).map { [1, $0, $0] })
    subscription.cancel()
    #expect(!store.isObserved)
  }
}
