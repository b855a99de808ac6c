import FlowCore
import FlowTestSupport
import Testing

private struct Card: Equatable, Identifiable {
  var id = 1
  var values: [Int] = []
}

private enum CardAction {
  case set(Int)
  /// Removes the card. The answer has no receiver.
  case done
  /// Sets 3 immediately, and 4 in the answer.
  case ask
  /// Sets 9 when the turnstile opens.
  case load
  /// Sets 1, removes the card, and sets 3.
  case leave(Departure)
}

/// The kinds of effects by which a card removes itself.
enum Departure: CaseIterable {
  case run, slowRun, merge, concatenate, tasks
}

private struct CardReducer: Reducer {
  let turnstile: Turnstile

  func reduce(into card: inout Card, action: CardAction) -> Effect<CardAction> {
    let turnstile = turnstile
    switch action {
    case .set(let value):
      card.values.append(value)
      return .none
    case .done: return .send(.set(3))
    case .ask:
      card.values.append(3)
      return .send(.set(4))
    case .load:
      return .task {
        try await turnstile.pass()
        return .set(9)
      }
    case .leave(.run): return .run { send in for action in actions { send(action) } }
    case .leave(.slowRun):
      return .run { send in
        await Task.yield()
        for action in actions { send(action) }
      }
    case .leave(.merge): return .merge(.send(.set(1)), .send(.done), .perform { .set(3) })
    case .leave(.concatenate):
      return .concatenate(.send(.set(1)), .perform { .done }, .task { .set(3) })
    case .leave(.tasks): return .merge(.task { .set(1) }, .task { .done }, .task { .set(3) })
    }
  }

  private var actions: [CardAction] { [.set(1), .done, .set(3)] }
}

private enum Message {
  case card(CardAction)
  case change(Change)
}

/// The ways in which a single action changes a card.
private enum Change {
  case replace, replaceByEqual, removeAndAdd, edit, remove
}

extension CasePath<Message, CardAction> {
  fileprivate static var card: Self {
    Self(Message.card) { if case .card(let action) = $0 { action } else { nil } }
  }
}

extension CasePath where Root == Message {
  /// The actions of the member with a key.
  fileprivate static func member<Key: Sendable>(_ key: Key) -> Self
  where Value == (Key, CardAction) {
    Self({ .card($1) }) { if case .card(let action) = $0 { (key, action) } else { nil } }
  }
}

private enum Screen {
  case card(Card)
  case empty
}

extension CasePath<Screen, Card> {
  fileprivate static var card: Self {
    Self(Screen.card) { if case .card(let card) = $0 { card } else { nil } }
  }
}

/// A store with a card.
private struct Desk {
  let send: (Message) -> Void
  let card: () -> Card?
  let effectsInFlight: () -> Int
  /// Calls a closure after each change of the card's values.
  let observe: (@escaping () -> Void) -> ObservationToken
}

/// The parts that may disappear.
enum PartKind: CaseIterable {
  case identified, array, dictionary, optional, enumCase
}

@MainActor
struct `The effects of a part that a single action removes or replaces` {
  private let turnstile = Turnstile()
  private let faults = Log<String>()

  private func desk<State, R: Reducer>(
    _ state: State, _ card: @escaping (State) -> Card?,
    _ set: @escaping (inout State, Card?) -> Void, _ whole: (Reduce<State, Message>) -> R
  ) -> Desk where R.State == State, R.Action == Message {
    let parent = Reduce<State, Message> { state, message in
      switch message {
      case .card(.done): set(&state, nil)
      case .card: break
      case .change(.replace): set(&state, Card(id: 7))
      case .change(.replaceByEqual): set(&state, Card())
      case .change(.removeAndAdd):
        set(&state, nil)
        set(&state, Card())
      case .change(.edit): set(&state, card(state))
      case .change(.remove): set(&state, nil)
      }
      return .none
    }
    let faults = faults
    let store = Store(initialState: state, reducer: whole(parent)) { faults.add("\($0)") }
    return Desk(
      send: { store.send($0) }, card: { card(store.current) },
      effectsInFlight: { store.effectsInFlight },
      observe: { changed in store.subscribe(to: { card($0)?.values }) { _ in changed() } })
  }

  private func desk(_ kind: PartKind) -> Desk {
    let reducer = CardReducer(turnstile: turnstile)
    switch kind {
    case .identified:
      return desk([Card()] as IdentifiedArray, { $0.first { $0.id != 2 } }) { cards, card in
        cards = IdentifiedArray([card, Card(id: 2)].compactMap { $0 })
      } _: {
        $0.forEach(\.self, reducer, action: .member(1))
      }
    case .array:
      return desk([Card()], \.first) { cards, card in
        cards = card.map { [$0] } ?? []
      } _: {
        $0.forEach(\.self, reducer, action: .member(0))
      }
    case .dictionary:
      return desk(["a": Card()], { $0["a"] }) {
        $0["a"] = $1
      } _: {
        $0.forEach(\.self, reducer, action: .member("a"))
      }
    case .optional:
      return desk(Card() as Card?, { $0 }) {
        $0 = $1
      } _: {
        $0.optional(\.self, reducer, action: .card)
      }
    case .enumCase:
      return desk(Screen.card(Card()), { CasePath.card.extract($0) }) {
        $0 = $1.map { .card($0) } ?? .empty
      } _: { parent in
        CombineReducers {
          // The reducer of a case does not know those after it.
          reducer.scoped(case: .card, action: .card)
          parent
        }
      }
    }
  }

  @Test(arguments: PartKind.allCases, Departure.allCases)
  func `leave no action for a card that has removed itself`(kind: PartKind, way: Departure) async {
    let desk = desk(kind)
    desk.send(.card(.leave(way)))
    await until { desk.effectsInFlight() == 0 }
    #expect(desk.card() == nil && faults.entries == [])
    // An action that was sent to it is still a fault.
    desk.send(.card(.set(1)))
    #expect(faults.entries.count == 1)
  }

  @Test(arguments: PartKind.allCases)
  func `leave no immediate answer that waits until the card is removed`(kind: PartKind) {
    for change in [Change.remove, .replace, .removeAndAdd] {
      let desk = desk(kind)
      var values: [[Int]?] = []
      let token = desk.observe {
        values.append(desk.card()?.values)
        if values.count == 1 { desk.send(.change(change)) }
      }
      desk.send(.card(.ask))
      token.cancel()
      // The card that is removed and added again is the same.
      let (end, changes): ([Int]?, [[Int]?]) =
        switch change {
        case .remove: (nil, [[3], nil])
        case .removeAndAdd: ([4], [[3], [], [4]])
        default: ([], [[3], []])
        }
      #expect(desk.card()?.values == end && values == changes, "\(kind) \(change)")
      #expect(faults.entries == [])
    }
  }

  @Test(arguments: PartKind.allCases)
  private func `end if the card has another identifier`(kind: PartKind) async {
    for change in [Change.replace, .edit, .replaceByEqual, .removeAndAdd] {
      let desk = desk(kind)
      desk.send(.card(.load))
      await quiet()
      desk.send(.change(change))
      turnstile.open()
      await until { desk.effectsInFlight() == 0 }
      // The identifier decides, as in a list: the card that is edited, or added again, is the same.
      let isSame = change != .replace
      #expect(desk.card()?.values == (isSame ? [9] : []), "\(kind) \(change)")
      #expect(faults.entries == [])
    }
  }

  @Test func `continue if the part has no identifier`() async {
    let turnstile = turnstile
    let reducer = Reduce<Int?, String> { number, action in
      if action == "replace" { number = 10 }
      return .none
    }.optional(
      \.self,
      Reduce<Int, String> { number, action in
        guard action == "load" else {
          number += 1
          return .none
        }
        return .task {
          try await turnstile.pass()
          return "loaded"
        }
      }, action: CasePath({ $0 }) { $0 == "replace" ? nil : $0 })
    let store = Store(initialState: 0, reducer: reducer)
    store.send("load")
    await quiet()
    store.send("replace")
    turnstile.open()
    await until { store.effectsInFlight == 0 }
    #expect(store.current == 11)
  }

  @Test func `end with the element that has moved away`() async {
    let turnstile = turnstile
    let reducer = Reduce<[Card], Message> { cards, message in
      if case .change = message { cards.removeFirst() }
      return .none
    }.forEach(\.self, CardReducer(turnstile: turnstile), action: .member(1))
    let store = Store(initialState: (1...3).map { Card(id: $0) }, reducer: reducer)
    store.send(.card(.load))
    store.send(.change(.edit))
    #expect(store.current.map(\.id) == [2, 3])
    turnstile.open()
    await until { store.effectsInFlight == 0 }
    #expect(store.current.allSatisfy { $0.values == [] })
  }

  @Test func `end if the action that returns them replaces the card`() async {
    let turnstile = turnstile
    let reducer = Reduce<Card?, CardAction> { card, action in
      if case .load = action { card = Card(id: 7) }
      return .none
    }.optional(\.self, CardReducer(turnstile: turnstile), action: .whole)
    let store = Store(initialState: Card(), reducer: reducer)
    store.send(.load)
    turnstile.open()
    await until { store.effectsInFlight == 0 }
    #expect(store.current == Card(id: 7))
  }
}
