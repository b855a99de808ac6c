import FlowCore
import FlowCosts
import Testing

/// The stack that a FlowCore store needs, by the size of its state.
@Suite("the stack of a FlowCore store", .enabled(if: Count.isMeasured))
@MainActor struct FlowCoreStackTests {
  struct PartState<Extra: Equatable & Sendable>: Equatable, Sendable {
    var count = 0
    var extra: Extra
  }

  struct AppState<Extra: Equatable & Sendable>: Equatable, Sendable {
    var part: PartState<Extra>
  }

  enum PartAction: Sendable { case add(Int), addLater(Int) }

  enum AppAction: Sendable { case part(PartAction) }

  struct PartReducer<Extra: Equatable & Sendable>: Reducer {
    func reduce(into state: inout PartState<Extra>, action: PartAction) -> Effect<PartAction> {
      switch action {
      case .add(let number):
        state.count += number
        return .none
      case .addLater(let number): return .send(.add(number))
      }
    }
  }

  struct Eight<Item: Equatable & Sendable>: Equatable, Sendable {
    let a, b, c, d, e, f, g, h: Item
    init(_ item: Item) {
      (a, b, c, d, e, f, g, h) = (item, item, item, item, item, item, item, item)
    }
  }

  /// The bytes of the stack that an action needs, by what the store does for it.
  struct Stacks {
    var reduced, answered, scoped, observed, created: Double
    /// The size of the state.
    var size: Int
  }

  private static func store<Extra: Equatable & Sendable>(
    _ extra: Extra
  ) -> some StoreView<AppState<Extra>, AppAction> {
    Store(
      initialState: AppState(part: PartState(extra: extra)),
      reducer: PartReducer<Extra>().scoped(state: \AppState<Extra>.part, action: part))
  }

  private static var part: CasePath<AppAction, PartAction> {
    CasePath(AppAction.part) { if case .part(let action) = $0 { action } else { nil } }
  }

  private func stacks<Extra: Equatable & Sendable>(_ extra: Extra) throws -> Stacks {
    func bytes<Store, Action>(
      _ create: @escaping () -> Store, _ send: @escaping (inout Store, Action) -> Void,
      _ action: Action
    ) throws -> Double {
      try #require(
        try MeasuredStore(create, send: send).cost(of: action).stackBytes.value)
    }
    let store = { Self.store(extra) }
    return Stacks(
      reduced: try bytes(store, { $0.send($1) }, .part(.add(1))),
      answered: try bytes(store, { $0.send($1) }, .part(.addLater(1))),
      scoped: try bytes(
        { store().scope(state: \.part, action: Self.part) }, { $0.send($1) }, .add(1)),
      observed: try bytes(
        {
          let store = store()
          return (store, store.observe { _ = store.part.count })
        }, { $0.0.send($1) }, .part(.add(1))),
      created: try bytes({ 0 }, { (count, _) in count += store().part.count + 1 }, 1),
      size: MemoryLayout<AppState<Extra>>.size)
  }

  @Test("an action needs no stack for the state, but creation and observation do")
  func sizes() throws {
    let small = try stacks(Eight(Eight(1)))
    let large = try stacks(Eight(Eight(Eight(Eight(1)))))
    func multiple(_ stack: KeyPath<Stacks, Double>) -> Double {
      (large[keyPath: stack] - small[keyPath: stack]) / Double(large.size - small.size)
    }
    for stack in [\Stacks.reduced, \.answered, \.scoped] {
      #expect(large[keyPath: stack] <= small[keyPath: stack] + 256)
    }
    // The state and the compared part are on the stack at least once.
    #expect((0.9..<(Timing.isMeasured ? 3 : 6)).contains(multiple(\.created)))
    #expect((0.9..<12).contains(multiple(\.observed)))
  }

  @Test(
    "in a release build, an action allocates nothing, however large the state is",
    .enabled(if: Timing.isMeasured))
  func allocations() throws {
    let store = MeasuredStore {
      Self.store(Eight(Eight(Eight(Eight(1)))))
    } send: {
      $0.send($1)
    }
    for action in [PartAction.add(1), .addLater(1)] {
      #expect(try store.cost(of: .part(action)).bytes == 0)
    }
  }
}
