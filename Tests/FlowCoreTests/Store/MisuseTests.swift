import FlowCore
import Testing

private struct Screen: Equatable {
  var rows: IdentifiedArray<LoadingRow> = [LoadingRow(id: 1)]
  var sheet: LoadingRow? = LoadingRow()
}

private enum ScreenAction {
  case clear
  case row(Int, LoadingAction)
  case sheet(LoadingAction)
}

extension CasePath<ScreenAction, LoadingAction> {
  fileprivate static var sheet: Self {
    Self(ScreenAction.sheet) { if case .sheet(let action) = $0 { action } else { nil } }
  }
}

extension CasePath<ScreenAction, (Int, LoadingAction)> {
  fileprivate static var row: Self {
    Self(ScreenAction.row) { if case .row(let id, let action) = $0 { (id, action) } else { nil } }
  }
}

private struct ScreenReducer: Reducer {
  func reduce(into state: inout Screen, action: ScreenAction) -> Effect<ScreenAction> {
    if case .clear = action {
      state.rows.removeAll()
      state.sheet = nil
    }
    return .none
  }
}

private struct Work: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += 1
    let work = Effect<Int>.task { 0 }
    return switch action {
    case 1: work
    case 2: work.timeout(after: .seconds(1), clock: ContinuousClock())
    case 3: work.throttled(id: "t", for: .seconds(1), clock: ContinuousClock())
    default: .none
    }
  }
}

/// Moves a store off its actor, which the compiler does not allow.
private struct Stray: @unchecked Sendable {
  let store: Store<Work>
}

private actor Owner {
  func makeStore() -> Stray { Stray(store: Store(initialState: 0, reducer: Work())) }
}

// In processes of their own, because the program stops.
struct `Misuse of a store` {
  private func message(of result: ExitTest.Result?) -> String {
    String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
  }

  @MainActor
  @Test func `reports actions for removed parts, and reduces nothing`() {
    var faults: [StoreFault] = []
    let turnstile = Turnstile()
    let store = Store(
      initialState: Screen(),
      reducer: ScreenReducer()
        .forEach(\.rows, LoadingReducer(turnstile: turnstile), action: .row)
        .optional(\.sheet, LoadingReducer(turnstile: turnstile), action: .sheet),
      faults: { faults.append($0) })
    store.send(.clear)
    let cleared = store.current
    store.send(.row(1, .loaded))
    store.send(.sheet(.loaded))
    #expect(store.current.rows == cleared.rows)
    #expect(store.current.sheet == nil)
    #expect(faults.map(\.kind) == [.missingPart, .missingPart])
    #expect(faults.map(\.description).allSatisfy { $0.contains("loaded") && $0.contains("cancel") })
  }

  @Test func `writes faults to standard error by default`() async {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      let store = Store(
        initialState: 0, reducer: Reduce<Int, Int> { _, _ in .fault(.missingPart("7", "why")) })
      store.send(1)
    }
    #expect(message(of: result).contains("FlowCore: "))
    #expect(message(of: result).contains("7 was not reduced: why"))
  }

  @Test func `stops if an effect starts after the actor has ended`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let stray = await Owner().makeStore()
      // No effect is to start.
      stray.store.send(0)
      precondition(stray.store.current == 1)
      stray.store.send(1)
    }
    #expect(
      message(of: result).contains(
        "an effect cannot start after the store's actor was deallocated; keep the store in"))
  }

  @Test(arguments: [
    (1, "an effect that may suspend requires a store with an actor; create the store in"),
    (2, "a timeout requires a store with an actor"),
    (3, "a throttled effect requires a store with an actor"),
  ])
  func `stops if an effect needs an actor and there is none`(action: Int, text: String) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [action] in
      Store(initialState: 0, reducer: Work()).send(action)
    }
    #expect(message(of: result).contains(text))
  }

  #if DEBUG

    @Test func `stops if it is used on another actor`() async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        let owner = Owner()
        let stray = await owner.makeStore()
        stray.store.send(1)
        withExtendedLifetime(owner) {}
      }
      // The message of the runtime.
      #expect(message(of: result).contains("expected 'FlowCoreTests."))
      #expect(message(of: result).contains("Owner' executor"))
    }
  #endif
}
