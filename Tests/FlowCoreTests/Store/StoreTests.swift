import FlowCore
import FlowTestSupport
import Testing

private final class World {
  var seen: [String] = []
  var onEffect: () -> Void = {}
}

private struct Recording: Reducer {
  let world: World

  func reduce(into state: inout [String], action: String) -> Effect<String> {
    state.append(action)
    guard action.hasPrefix("ask") else { return .none }
    return .perform {
      world.onEffect()
      return "answer to \(action)"
    }
  }
}

private struct Pair: Equatable {
  var left = 0
  var right = 0
}

private enum PairAction {
  case left(Int)
  case right(Int)
}

extension CasePath<PairAction, Int> {
  fileprivate static var left: Self {
    Self(PairAction.left) { if case .left(let number) = $0 { number } else { nil } }
  }
  fileprivate static var right: Self {
    Self(PairAction.right) { if case .right(let number) = $0 { number } else { nil } }
  }
}

private struct PairReducer: Reducer {
  func reduce(into state: inout Pair, action: PairAction) -> Effect<PairAction> {
    switch action {
    case .left(let amount): state.left += amount
    case .right(let amount): state.right += amount
    }
    return .none
  }
}

struct `Flow store` {
  private let world = World()

  @Test func `actions are reduced in the order in which they were sent`() {
    let store = Store(initialState: [], reducer: Recording(world: world))
    world.onEffect = { [unowned store] in
      store.send("x")
      store.send("y")
    }
    store.send("ask")
    #expect(store.state == ["ask", "x", "y", "answer to ask"])
  }

  @Test func `actions of subscribers are handled in order before the outer send returns`() {
    let store = Store(initialState: [], reducer: Recording(world: world))
    let subscription = store.subscribe(to: { $0.count }) { [unowned store] count in
      guard count == 1 else { return }
      store.send("ask 1")
      store.send("2")
      #expect(store.current == ["first"])
    }
    store.send("first")
    withExtendedLifetime(subscription) {}
    #expect(store.state == ["first", "ask 1", "2", "answer to ask 1"])
  }

  @Test func `a subscription may outlive its store`() {
    var store: Store? = Store(initialState: Pair(), reducer: PairReducer())
    let subscription = store!.subscribe(to: { $0.left }) { _ in }
    weak let observed = store
    store = nil
    #expect(observed == nil)
    subscription.cancel()
  }

  @Test func `the store frees the state it holds`() {
    final class Token {}
    struct Holding: Reducer {
      func reduce(into state: inout Token, action: Int) -> Effect<Int> { .none }
    }
    weak var observed: Token?
    do {
      let token = Token()
      observed = token
      Store(initialState: token, reducer: Holding()).send(1)
    }
    #expect(observed == nil)
  }
}

struct `Flow scopes` {
  private let store = Store(initialState: Pair(), reducer: PairReducer())

  @Test func `actions without a size go through scopes, too`() {
    enum Tick { case tick }
    let store = Store(
      initialState: 0,
      reducer: Reduce<Int, Tick> { state, _ in
        state += 1
        return .none
      })
    let scope = store.scope(state: \.self, action: .whole)
      .scope(state: \.self, action: CasePath<Tick, Void>({ .tick }) { _ in })
    scope.send(())
    scope.send(())
    #expect(store.current == 2)
  }

  @Test func `a sendAndWait through scopes is of the action that was given`() async {
    let store = Store(initialState: Pair(), reducer: PairReducer())
    await store.scope(state: \.left, action: .left).sendAndWait(3)
    await store.scope(state: \.right, action: .right)
      .scope(state: \.self, action: CasePath({ Int($0) ?? 0 }) { "\($0)" }).sendAndWait("4")
    #expect(store.current == Pair(left: 3, right: 4))
  }
}
