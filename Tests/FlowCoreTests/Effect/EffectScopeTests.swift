import FlowCore
import Testing

private struct List: Equatable {
  var rows: IdentifiedArray<LoadingRow>

  init(_ ids: Int...) { rows = IdentifiedArray(ids.map { LoadingRow(id: $0) }) }
}

private enum ListAction {
  case row(Int, LoadingAction)
  case remove(Int)
}

extension CasePath<ListAction, (Int, LoadingAction)> {
  fileprivate static var row: Self {
    Self(ListAction.row) { if case .row(let id, let action) = $0 { (id, action) } else { nil } }
  }
}

private func list(_ turnstile: Turnstile) -> some Reducer<List, ListAction> {
  Reduce<List, ListAction> { list, action in
    if case .remove(let id) = action { list.rows.remove(id: id) }
    return .none
  }.forEach(
    \.rows, LoadingReducer(turnstile: turnstile), action: .row)
}

@MainActor
struct `Effects of rows in two lists` {
  private let turnstile = Turnstile()

  private func lists() -> Store<some Reducer<Twins<List>, TwinAction<ListAction>>> {
    let list = list(turnstile)
    return Store(
      initialState: Twins(left: List(1, 5), right: List(5, 6)),
      reducer: CombineReducers {
        list.scoped(state: \Twins<List>.left, action: CasePath.left)
        list.scoped(state: \Twins<List>.right, action: CasePath.right)
      })
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

  @Test func `end with their row if a hand-written reducer adds an identifier`() async {
    let list = list(turnstile)
    let store = Store(
      initialState: List(1, 5),
      reducer: Reduce<List, ListAction> { state, action in
        list.reduce(into: &state, action: action).cancellable(id: "list")
      })
    store.send(.row(1, .load))
    store.send(.row(5, .load))
    store.send(.remove(1))
    await quiet()
    #expect(store.counts.works == 1)
    turnstile.open()
    await quiet()
    #expect(store.current.rows.map(\.loads) == [1])
  }

  @Test func `of lists in a hand-written reducer end with their rows, whatever the effect`() async {
    let list = list(turnstile)
    typealias Asked = Effect<ListAction>
    let ways: [(Asked) -> Asked] = [
      { $0 }, { .merge([$0, .none]) }, { $0.merged(with: .cancel(id: "x")) },
      { Asked.cancel(id: "x").merged(with: $0) }, { $0.cancellable(id: "y") },
      { .concatenate($0) },
      { $0.timeout(after: .seconds(1_000), clock: ContinuousClock()) },
    ]
    for way in ways {
      let store = Store(
        initialState: Twins(left: List(1, 5), right: List(5, 6)),
        reducer: Reduce<Twins<List>, TwinAction<ListAction>> { state, action in
          guard case .left(let action) = action else { return .none }
          let asked = list.reduce(into: &state.left, action: action)
          // A hand-written reducer embeds in one place for all actions.
          let effect = if case .remove = action { asked } else { way(asked) }
          return effect.map(.left)
        })
      store.send(.left(.row(5, .load)))
      store.send(.left(.row(1, .load)))
      await quiet()
      let before = store.effectsInFlight
      store.send(.left(.remove(5)))
      await quiet()
      #expect(store.effectsInFlight == before / 2)
      store.cancelEffects()
    }
  }

  @Test func `end only if their own row is removed`() async {
    let store = Store(initialState: List(1, 5), reducer: list(turnstile))
    store.send(.row(5, .load))
    // The restored state has no such row. Its effects continue, and it returns.
    store.restore(List(1))
    store.send(.remove(1))
    store.restore(List(1, 5))
    turnstile.open()
    await quiet()
    #expect(store.current.rows[id: 5]?.loads == 1)
  }

  @Test func `end only if their own row is removed from a computed collection`() async {
    struct Halves {
      var all = [1: LoadingRow(id: 1), 2: LoadingRow(id: 2)]
      var odd: [Int: LoadingRow] {
        get { all.filter { $0.key % 2 == 1 } }
        set { all = even.merging(newValue) { $1 } }
      }
      var even: [Int: LoadingRow] {
        get { all.filter { $0.key % 2 == 0 } }
        set { all = odd.merging(newValue) { $1 } }
      }
    }
    typealias Action = TwinAction<ListAction>
    let row = LoadingReducer(turnstile: turnstile)
    let store = Store(
      initialState: Halves(),
      reducer: Reduce<Halves, Action> { state, action in
        if case .left(.remove(let id)) = action { state.odd[id] = nil }
        return .none
      }.forEach(
        \.odd, row,
        action: CasePath({ .left(.row($0, $1)) }) {
          if case .left(.row(let id, let row)) = $0 { (id, row) } else { nil }
        }
      ).forEach(
        \.even, row,
        action: CasePath({ .right(.row($0, $1)) }) {
          if case .right(.row(let id, let row)) = $0 { (id, row) } else { nil }
        }))
    store.send(.right(.row(2, .load)))
    store.send(.left(.remove(1)))
    turnstile.open()
    await quiet()
    #expect(store.current.even[2]?.loads == 1)
  }
}
