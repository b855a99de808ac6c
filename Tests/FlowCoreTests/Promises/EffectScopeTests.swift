import FlowCore
import Testing

private struct Row: Equatable, Identifiable {
  var id = 0
  var loads = 0
}

private enum RowAction: Sendable {
  case load
  /// Loads, and cancels the load before it.
  case search
  case stop
  case loaded
}

private struct RowReducer: Reducer {
  let turnstile: Turnstile

  func reduce(into state: inout Row, action: RowAction) -> Effect<RowAction> {
    let turnstile = turnstile
    let loading = Effect<RowAction>.task {
      try await turnstile.pass()
      return .loaded
    }
    switch action {
    case .load: return loading
    case .search: return loading.cancellable(id: "search", cancelInFlight: true)
    case .stop: return .cancel(id: "search")
    case .loaded: state.loads += 1
    }
    return .none
  }
}

private struct List: Equatable {
  var rows: IdentifiedArray<Row>

  init(_ ids: Int...) { rows = IdentifiedArray(ids.map { Row(id: $0) }) }
}

private enum ListAction {
  case row(Int, RowAction)
  case remove(Int)
}

private func list(_ turnstile: Turnstile) -> some Reducer<List, ListAction> {
  Reduce<List, ListAction> { list, action in
    if case .remove(let id) = action { list.rows.remove(id: id) }
    return .none
  }.forEach(
    \.rows, RowReducer(turnstile: turnstile),
    extract: { if case .row(let id, let action) = $0 { (id, action) } else { nil } },
    embed: ListAction.row)
}

/// Two features of one kind.
private struct Pair<Half: Equatable>: Equatable {
  var left: Half
  var right: Half
}

private enum PairAction<Half> {
  case left(Half)
  case right(Half)
  case stop

  static var leftPrism: Prism<PairAction, Half> {
    Prism(embed: { .left($0) }, extract: { if case .left(let half) = $0 { half } else { nil } })
  }
  static var rightPrism: Prism<PairAction, Half> {
    Prism(embed: { .right($0) }, extract: { if case .right(let half) = $0 { half } else { nil } })
  }
}

@MainActor
struct `Effects of rows in two lists` {
  private let turnstile = Turnstile()

  private func lists() -> Store<some Reducer<Pair<List>, PairAction<ListAction>>> {
    let list = list(turnstile)
    return Store(
      initialState: Pair(left: List(1, 5), right: List(5, 6)),
      reducer: CombineReducers {
        list.scoped(state: \Pair<List>.left, action: PairAction.leftPrism)
        list.scoped(state: \Pair<List>.right, action: PairAction.rightPrism)
      })
  }

  @Test func `a removal from one list leaves the effects of the other list's rows alone`() async {
    let store = lists()
    store.send(.right(.row(6, .load)))
    store.send(.left(.remove(1)))
    turnstile.open()
    await quiet()
    #expect(store.current.right.rows[id: 6]?.loads == 1)
  }

  @Test func `a removal leaves the row with the same identifier in the other list alone`() async {
    let store = lists()
    store.send(.right(.row(5, .load)))
    store.send(.left(.remove(5)))
    turnstile.open()
    await quiet()
    #expect(store.current.right.rows[id: 5]?.loads == 1)
  }

  @Test func `rows with the same identifier in two lists do not cancel each other's search`() async
  {
    let store = lists()
    store.send(.left(.row(5, .search)))
    store.send(.right(.row(5, .search)))
    turnstile.open()
    await quiet()
    #expect(store.current.left.rows[id: 5]?.loads == 1)
    #expect(store.current.right.rows[id: 5]?.loads == 1)
  }

  @Test func `lists that a switch joins leave each other's rows alone, too`() async {
    let (left, right) = (list(turnstile), list(turnstile))
    let store = Store(
      initialState: Pair(left: List(1, 5), right: List(5, 6)),
      reducer: Reduce<Pair<List>, PairAction<ListAction>> { state, action in
        switch action {
        case .left(let action):
          left.reduce(into: &state.left, action: action).map(PairAction.left)
        case .right(let action):
          right.reduce(into: &state.right, action: action).map(PairAction.right)
        case .stop: .none
        }
      })
    store.send(.right(.row(6, .load)))
    store.send(.left(.remove(1)))
    turnstile.open()
    await quiet()
    #expect(store.current.right.rows[id: 6]?.loads == 1)
  }

  @Test func `a removal ends the effects of the removed rows only`() async {
    let store = Store(initialState: List(1, 5), reducer: list(turnstile))
    store.send(.row(5, .load))
    // The past has no such row; its effects go on, and it comes back.
    store.restore(List(1))
    store.send(.remove(1))
    store.restore(List(1, 5))
    turnstile.open()
    await quiet()
    #expect(store.current.rows[id: 5]?.loads == 1)
  }

  @Test func `a removal from a computed collection leaves the rows of others alone`() async {
    struct Halves {
      var all = [1: Row(id: 1), 2: Row(id: 2)]
      var odd: [Int: Row] {
        get { all.filter { $0.key % 2 == 1 } }
        set { all = even.merging(newValue) { $1 } }
      }
      var even: [Int: Row] {
        get { all.filter { $0.key % 2 == 0 } }
        set { all = odd.merging(newValue) { $1 } }
      }
    }
    typealias Action = PairAction<ListAction>
    let row = RowReducer(turnstile: turnstile)
    let store = Store(
      initialState: Halves(),
      reducer: Reduce<Halves, Action> { state, action in
        if case .left(.remove(let id)) = action { state.odd[id] = nil }
        return .none
      }.forEach(
        \.odd, row, extract: { if case .left(.row(let id, let row)) = $0 { (id, row) } else { nil } },
        embed: { .left(.row($0, $1)) }
      ).forEach(
        \.even, row,
        extract: { if case .right(.row(let id, let row)) = $0 { (id, row) } else { nil } },
        embed: { .right(.row($0, $1)) }))
    store.send(.right(.row(2, .load)))
    store.send(.left(.remove(1)))
    turnstile.open()
    await quiet()
    #expect(store.current.even[2]?.loads == 1)
  }
}

@MainActor
struct `Effects of one module at two places` {
  private let turnstile = Turnstile()

  private func modules() -> Store<some Reducer<Pair<Row>, PairAction<RowAction>>> {
    let row = RowReducer(turnstile: turnstile)
    return Store(
      initialState: Pair(left: Row(), right: Row()),
      reducer: CombineReducers {
        Reduce<Pair<Row>, PairAction<RowAction>> { _, action in
          if case .stop = action { .cancel(id: "search") } else { .none }
        }
        row.scoped(state: \Pair<Row>.left, action: PairAction.leftPrism)
        row.scoped(state: \Pair<Row>.right, action: PairAction.rightPrism)
      })
  }

  @Test func `a newer search of one does not cancel the other's`() async {
    let store = modules()
    store.send(.left(.search))
    store.send(.right(.search))
    turnstile.open()
    await quiet()
    #expect(store.current == Pair(left: Row(loads: 1), right: Row(loads: 1)))
  }

  @Test func `each cancels its own, and their parent both`() async {
    let store = modules()
    store.send(.left(.search))
    store.send(.right(.load))
    store.send(.right(.search))
    #expect(store.effectsInFlight == 3)
    store.send(.left(.stop))
    await quiet()
    #expect(store.effectsInFlight == 2)
    store.send(.left(.search))
    store.send(.stop)
    await quiet()
    #expect(store.effectsInFlight == 1, "what has no identifier goes on")
    turnstile.open()
    await quiet()
    #expect(store.current == Pair(left: Row(), right: Row(loads: 1)))
  }
}

private enum Screen: Equatable {
  case shopping(Row)
  case thanks

  static let shopping = Prism<Screen, Row>(
    embed: { .shopping($0) }, extract: { if case .shopping(let row) = $0 { row } else { nil } })
}

private struct Shop: Equatable {
  var visits = 0
  var screen = Screen.shopping(Row())
}

@MainActor
struct `Effects of a case's child` {
  private typealias Action = PairAction<RowAction>
  private let turnstile = Turnstile()

  /// `stop` leaves the case, `right` enters it.
  private func leave(_ screen: inout Screen, _ action: Action) -> Effect<Action> {
    switch action {
    case .stop: screen = .thanks
    case .right: screen = .shopping(Row(id: 9))
    case .left: break
    }
    return .none
  }

  private var cart: some Reducer<Screen, Action> {
    RowReducer(turnstile: turnstile).scoped(case: Screen.shopping, action: Action.leftPrism)
  }

  @Test(arguments: [true, false])
  func `end when the state leaves the case`(isParentFirst: Bool) async {
    let parent = Reduce<Screen, Action>(leave)
    let cart = cart
    let reducer: any Reducer<Screen, Action> =
      isParentFirst ? parent.combined(with: cart) : cart.combined(with: parent)
    await expectEnd(of: reducer)
  }

  private func expectEnd(of reducer: some Reducer<Screen, Action>) async {
    let store = Store(initialState: Screen.shopping(Row()), reducer: reducer)
    store.send(.left(.load))
    #expect(store.effectsInFlight == 1)
    store.send(.stop)
    await quiet()
    #expect(store.effectsInFlight == 0)
    store.send(.right(.load))
    turnstile.open()
    await quiet()
    #expect(store.current == .shopping(Row(id: 9)), "the next one gets no answer of the last")
  }

  @Test func `end when a sibling replaces the enum in a larger state`() async {
    let (cart, leave) = (cart, leave)
    let all = Prism<Action, Action>(embed: { $0 }, extract: { $0 })
    let store = Store(
      initialState: Shop(),
      reducer: CombineReducers {
        cart.scoped(state: \Shop.screen, action: all)
        Reduce<Shop, Action> { shop, action in
          shop.visits += 1
          return leave(&shop.screen, action)
        }
      })
    store.send(.left(.load))
    #expect(store.effectsInFlight == 1)
    store.send(.stop)
    await quiet()
    #expect(store.effectsInFlight == 0)
    turnstile.open()
    await quiet()
  }

  @Test func `their answers are said to be answers`() async {
    struct Noting: Reducer {
      let log: Log<String>

      func reduce(into state: inout Row, action: RowAction) -> Effect<RowAction> {
        if case .load = action { .send(.loaded) } else { .none }
      }
      func willReduceAnswer(_ action: RowAction) { log.add("\(action)") }
    }
    let log = Log<String>()
    let store = Store(
      initialState: Screen.shopping(Row()),
      reducer: Noting(log: log).scoped(case: Screen.shopping, action: Action.leftPrism))
    store.send(.left(.load))
    #expect(log.entries == ["loaded"])
  }
}
