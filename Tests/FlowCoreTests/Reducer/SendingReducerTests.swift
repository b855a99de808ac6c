import FlowCore
import FlowTestSupport
import Testing

/// Calls a closure when it is notified of an action of an effect, and when it returns a region.
private struct Notified<Base: Reducer>: TransparentReducer {
  let base: Base
  var answer: () -> Void = {}
  var region: () -> Void = {}

  func reduce(into state: inout Base.State, action: Base.Action) -> Effect<Base.Action> {
    base.reduce(into: &state, action: action)
  }

  func willReduceAnswer(_ action: Base.Action) { answer() }

  func region(of action: Base.Action) -> StateRegion {
    region()
    return base.region(of: action)
  }
}

@MainActor
struct `A reducer that is notified` {
  private typealias Appending = Notified<Reduce<[String], String>>

  /// Appends its actions; "a" has an immediate effect that sends "b".
  private func makeStore(_ answer: @escaping () -> Void) -> Store<Appending> {
    Store(
      initialState: [],
      reducer: Notified(
        base: Reduce { state, action in
          state.append(action)
          return action == "a" ? .send("b") : .none
        }, answer: answer))
  }

  @Test func `may send, and the action is reduced before later ones`() {
    weak var made: Store<Appending>?
    let store = makeStore { made?.send("note") }
    made = store
    store.send("a")
    #expect(store.current == ["a", "b", "note"])
    store.send("c")
    #expect(store.current == ["a", "b", "note", "c"])
  }

  @Test func `may subscribe, and the subscription is notified from then on`() {
    weak var made: Store<Appending>?
    var tokens: [ObservationToken] = []
    var counts: [Int] = []
    let store = makeStore {
      if let made { tokens.append(made.subscribe(to: \.count) { counts.append($0) }) }
    }
    made = store
    store.send("a")
    store.send("c")
    #expect(counts == [2, 3])
    tokens.removeAll()
    #expect(!store.isObserved)
  }

  @Test(arguments: [false, true])
  func `may start an effect of a member when it returns a region`(isObserved: Bool) async {
    enum Action {
      case row(Int, LoadingAction)
      case count
      case replace
    }
    struct Whole {
      var rows: IdentifiedArray<LoadingRow> = [LoadingRow()]
      var count = 0
    }
    struct Counting: Reducer {
      func reduce(into state: inout Whole, action: Action) -> Effect<Action> {
        switch action {
        case .row: break
        case .count: state.count += 1
        case .replace: state.rows = [LoadingRow(id: 1)]
        }
        return .none
      }

      func region(of action: Action) -> StateRegion {
        switch action {
        case .row: .nothing
        case .count: .part(\Whole.count)
        case .replace: .part(\Whole.rows)
        }
      }
    }
    let turnstile = Turnstile()
    var start = {}
    let store = Store(
      initialState: Whole(),
      reducer: Notified(
        base: Counting().forEach(
          \.rows, LoadingReducer(turnstile: turnstile),
          action: CasePath({ Action.row($0, $1) }) {
            if case .row(let id, let action) = $0 { (id, action) } else { nil }
          }), region: { start() }))
    let token =
      isObserved ? store.subscribe(to: \.count) { _ in } : store.subscribe(to: \.rows) { _ in }
    start = {
      start = {}
      store.send(.row(0, .load))
    }
    store.send(.count)
    await until { turnstile.arrived == 1 }
    store.send(.replace)
    await quiet()
    #expect(store.effectsInFlight == 0)
    withExtendedLifetime(token) {}
  }
}
