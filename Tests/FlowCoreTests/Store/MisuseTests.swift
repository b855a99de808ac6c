import FlowCore
import FlowTestSupport
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

private typealias Half = TwinAction<Int>

/// A function that creates case paths, as apps have them. Unless it passes on its caller's place, they
/// have one identity.
private func path(
  _ embed: @escaping @Sendable (Int) -> Half, _ extract: @escaping @Sendable (Half) -> Int?,
  hasOwnPlace: Bool, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
) -> CasePath<Half, Int> {
  hasOwnPlace
    ? CasePath(embed, file: file, line: line, column: column, extract) : CasePath(embed, extract)
}

/// The uses of a case path by which effects and readings are told apart.
private enum Identification: CaseIterable, Codable {
  case effects, state, scope

  @MainActor func perform(hasOwnPlace: Bool) async {
    let left = path(
      Half.left, { if case .left(let number) = $0 { number } else { nil } },
      hasOwnPlace: hasOwnPlace)
    let right = path(
      Half.right, { if case .right(let number) = $0 { number } else { nil } },
      hasOwnPlace: hasOwnPlace)
    let load = Reduce<Int, Int> { _, action in action == 0 ? .task { 1 } : .none }
    switch self {
    case .effects:
      let store = Store(
        initialState: 0,
        reducer: Reduce<Int, Half> { count, action in
          count += 1
          guard case .stop = action else { return .none }
          return .merge(Effect.task { 1 }.map(left), Effect.task { 2 }.map(right))
        })
      store.send(.stop)
      await until { store.effectsInFlight == 0 }
      precondition(store.current == 3)
    case .state:
      for (state, path) in [(Half.left(0), left), (.right(0), right)] {
        let store = Store(initialState: state, reducer: load.scoped(case: path, action: path))
        store.send(path.embed(0))
        await until { store.effectsInFlight == 0 }
      }
    case .scope:
      for (state, path) in [(Half.left(0), left), (.right(0), right)] {
        let store = Store(initialState: state, reducer: Reduce<Half, Half> { _, _ in .none })
        precondition(store.scope(case: path, action: path)?.current == 0)
      }
    }
  }
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

  @Test(arguments: Identification.allCases)
  fileprivate func `does not stop for case paths with places of their own`(
    use: Identification
  ) async { await use.perform(hasOwnPlace: true) }

  @MainActor
  @Test func `does not stop for a case path that embeds in several cases`() async {
    let whole = CasePath<Half, Half>({ $0 }) { $0 }
    let store = Store(
      initialState: 0,
      reducer: Reduce<Int, Half> { count, action in
        count += 1
        guard case .stop = action else { return .none }
        return .merge(Effect.task { .left(1) }.map(whole), Effect.task { .right(1) }.map(whole))
      })
    store.send(.stop)
    await until { store.effectsInFlight == 0 }
    #expect(store.current == 3)
  }

  @Test func `does not stop when several threads use one case path`() async {
    let left = CasePath<Half, Int>(Half.left) {
      if case .left(let number) = $0 { number } else { nil }
    }
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          let store = Store(
            initialState: Half.left(1), reducer: Reduce<Half, Half> { _, _ in .none })
          for _ in 0..<1_000 { #expect(store.scope(case: left, action: left)?.current == 1) }
        }
      }
    }
  }

  #if DEBUG

    @Test(arguments: Identification.allCases)
    fileprivate func `stops for case paths from one place that stand for two cases`(
      use: Identification
    ) async {
      let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        [use] in await use.perform(hasOwnPlace: false)
      }
      #expect(
        message(of: result).contains(
          "case paths for different cases were created in one place, FlowCoreTests/MisuseTests.swift:"
        ))
    }

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
