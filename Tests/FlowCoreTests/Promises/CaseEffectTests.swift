import FlowCore
import FlowTestSupport
import Testing

private enum Screen: Equatable {
  case shopping(LoadingRow)
  case thanks

  static let shopping = Prism<Screen, LoadingRow>(
    embed: { .shopping($0) }, extract: { if case .shopping(let row) = $0 { row } else { nil } })
}

private struct Shop: Equatable {
  var visits = 0
  var screen = Screen.shopping(LoadingRow())
}

@MainActor
struct `Effects of a case's child` {
  private typealias Action = TwinAction<LoadingAction>
  private let turnstile = Turnstile()

  /// `stop` leaves the case, `right` enters it.
  private func leave(_ screen: inout Screen, _ action: Action) -> Effect<Action> {
    switch action {
    case .stop: screen = .thanks
    case .right: screen = .shopping(LoadingRow(id: 9))
    case .left: break
    }
    return .none
  }

  private var cart: some Reducer<Screen, Action> {
    LoadingReducer(turnstile: turnstile).scoped(case: Screen.shopping, action: Action.leftPrism)
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
    let store = Store(initialState: Screen.shopping(LoadingRow()), reducer: reducer)
    store.send(.left(.load))
    #expect(store.effectsInFlight == 1)
    store.send(.stop)
    await quiet()
    #expect(store.effectsInFlight == 0)
    store.send(.right(.load))
    turnstile.open()
    await quiet()
    #expect(
      store.current == .shopping(LoadingRow(id: 9)), "the next one gets no answer of the last")
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

      func reduce(into state: inout LoadingRow, action: LoadingAction) -> Effect<LoadingAction> {
        if case .load = action { .send(.loaded) } else { .none }
      }
      func willReduceAnswer(_ action: LoadingAction) { log.add("\(action)") }
    }
    let log = Log<String>()
    let store = Store(
      initialState: Screen.shopping(LoadingRow()),
      reducer: Noting(log: log).scoped(case: Screen.shopping, action: Action.leftPrism))
    store.send(.left(.load))
    #expect(log.entries == ["loaded"])
  }
}
