import FlowCore
import FlowTestSupport
import Testing

private typealias Side = TwinAction<LoadingAction>

/// A part that may be in another state.
private enum Room: Equatable {
  case empty
  case open(LoadingRow)
}

extension CasePath<Room, LoadingRow> {
  fileprivate static var open: Self {
    Self(Room.open) { if case .open(let row) = $0 { row } else { nil } }
  }
}

extension CasePath<Side, (Int, LoadingAction)> {
  /// The actions of two members of one list.
  fileprivate static var both: Self {
    Self({ $0 == 0 ? .left($1) : .right($1) }) {
      switch $0 {
      case .left(let action): (0, action)
      case .right(let action): (1, action)
      case .stop: nil
      }
    }
  }
  /// The actions of the first members of two lists.
  fileprivate static var firstLeft: Self {
    Self({ .left($1) }) { if case .left(let action) = $0 { (0, action) } else { nil } }
  }
  fileprivate static var firstRight: Self {
    Self({ .right($1) }) { if case .right(let action) = $0 { (0, action) } else { nil } }
  }
}

/// A reducer that calls one child for both parts.
private struct Switch<Child: Reducer>: Reducer where Child.State: Equatable {
  let child: Child

  func reduce(
    into state: inout Twins<Child.State>, action: TwinAction<Child.Action>
  ) -> Effect<TwinAction<Child.Action>> {
    switch action {
    case .left(let action): child.reduce(into: &state.left, action: action).map(.left)
    case .right(let action): child.reduce(into: &state.right, action: action).map(.right)
    case .stop: .cancel(id: "search")
    }
  }
}

/// The ways to place one module twice.
private enum Way: CaseIterable {
  case `switch`, scopes, optionals, lists, members, cases

  @MainActor func store(_ row: LoadingReducer) -> any TwoPlaces {
    let pair = Twins(left: LoadingRow(), right: LoadingRow())
    switch self {
    case .switch: return Store(initialState: pair, reducer: Switch(child: row))
    case .scopes:
      return Store(
        initialState: pair,
        reducer: CombineReducers {
          Self.stopping(pair)
          row.scoped(state: \Twins<LoadingRow>.left, action: .left)
          row.scoped(state: \Twins<LoadingRow>.right, action: .right)
        })
    case .optionals:
      let state = Twins<LoadingRow?>(left: LoadingRow(), right: LoadingRow())
      return Store(
        initialState: state,
        reducer: Self.stopping(state).optional(\.left, row, action: .left)
          .optional(\.right, row, action: .right))
    case .lists:
      let state = Twins(left: [LoadingRow()], right: [LoadingRow()])
      return Store(
        initialState: state,
        reducer: Self.stopping(state).forEach(\.left, row, action: .firstLeft)
          .forEach(\.right, row, action: .firstRight))
    case .members:
      let state = [LoadingRow(), LoadingRow()]
      return Store(
        initialState: state, reducer: Self.stopping(state).forEach(\.self, row, action: .both))
    case .cases:
      let state = Twins(left: Room.open(LoadingRow()), right: Room.open(LoadingRow()))
      let room = row.scoped(case: .open, action: .whole)
      return Store(
        initialState: state,
        reducer: CombineReducers {
          Self.stopping(state)
          room.scoped(state: \Twins<Room>.left, action: .left)
          room.scoped(state: \Twins<Room>.right, action: .right)
        })
    }
  }

  private static func stopping<State>(_ state: State) -> Reduce<State, Side> {
    Reduce { _, action in if case .stop = action { .cancel(id: "search") } else { .none } }
  }
}

/// A store of two rows.
@MainActor
private protocol TwoPlaces {
  func send(_ action: Side)
  var effectsInFlight: Int { get }
}

extension Store: @MainActor TwoPlaces where R.Action == Side {}

@MainActor
struct `Effects of one module at two places` {
  private let turnstile = Turnstile()

  @Test(arguments: Way.allCases)
  fileprivate func `are cancelled separately by their modules, and together by the parent`(
    _ way: Way
  ) async {
    let store = way.store(LoadingReducer(turnstile: turnstile))
    store.send(.left(.search))
    store.send(.right(.load))
    store.send(.right(.search))
    #expect(store.effectsInFlight == 3)
    store.send(.left(.stop))
    await quiet()
    #expect(store.effectsInFlight == 2)
    store.send(.left(.search))
    #expect(store.effectsInFlight == 3)
    store.send(.stop)
    await quiet()
    #expect(store.effectsInFlight == 1, "an effect without an identifier continues")
    turnstile.open()
    await quiet()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `are separate at each level of reducers that are written by hand`() async {
    let inner = Switch(child: LoadingReducer(turnstile: turnstile))
    let pair = Twins(left: LoadingRow(), right: LoadingRow())
    let store = Store(
      initialState: Twins(left: pair, right: pair), reducer: Switch(child: inner))
    for side in [Side.left, Side.right] {
      store.send(.left(side(.search)))
      store.send(.right(side(.search)))
    }
    #expect(store.effectsInFlight == 4)
    store.send(.left(.left(.stop)))
    await quiet()
    #expect(store.effectsInFlight == 3)
    store.send(.right(.stop))
    await quiet()
    #expect(store.effectsInFlight == 1)
    store.send(.stop)
    await quiet()
    #expect(store.effectsInFlight == 0)
  }

  @Test func `are debounced separately`() async {
    let child = Reduce<Int, Int> { state, action in
      Effect.send(action).debounced(id: "typing", for: .seconds(1_000), clock: ContinuousClock())
    }
    let store = Store(initialState: Twins(left: 0, right: 0), reducer: Switch(child: child))
    store.send(.left(1))
    store.send(.right(2))
    store.send(.right(3))
    await quiet()
    #expect(store.effectsInFlight == 2)
    store.cancelEffects()
  }

  @Test func `of rows with one identifier end only with their own row`() async {
    let row = LoadingReducer(turnstile: turnstile)
    let list = Reduce<[Int: LoadingRow], (Int, LoadingAction)> { rows, action in
      if action.0 < 0 { rows[-action.0] = nil }
      return .none
    }.forEach(
      \.self, row, action: CasePath({ ($0, $1) }) { $0.0 < 0 ? nil : $0 })
    let rows = [5: LoadingRow(id: 5)]
    let store = Store(initialState: Twins(left: rows, right: rows), reducer: Switch(child: list))
    store.send(.left((5, .load)))
    store.send(.right((5, .load)))
    #expect(store.effectsInFlight == 2)
    store.send(.left((-5, .load)))
    await quiet()
    #expect(store.effectsInFlight == 1)
    store.cancelEffects()
  }
}
