import FlowCore
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
    return .run {
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

  @Test func `an effect's answer is sent next`() {
    let store = Store(initialState: [], reducer: Recording(world: world))
    store.send("ask")
    store.send("b")
    #expect(store.state == ["ask", "answer to ask", "b"])
  }

  @Test func `actions are reduced in the order in which they were sent`() {
    let store = Store(initialState: [], reducer: Recording(world: world))
    world.onEffect = { [unowned store] in
      store.send("x")
      store.send("y")
    }
    store.send("ask")
    #expect(store.state == ["ask", "x", "y", "answer to ask"])
  }

  @Test func `what subscribers send is handled in order before the outer send returns`() {
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

  @Test func `the queue is reusable after it ran dry`() {
    let store = Store(initialState: [], reducer: Recording(world: world))
    world.onEffect = { [unowned store] in store.send("queued") }
    store.send("ask")
    store.send("ask")
    #expect(store.state == ["ask", "queued", "answer to ask", "ask", "queued", "answer to ask"])
  }

  @Test func `slice subscribers are notified only of changes`() {
    let store = Store(initialState: Pair(), reducer: PairReducer())
    var notified: [Int] = []
    let subscription = store.subscribe(to: { $0.left }) { notified.append($0) }
    store.send(.right(1))
    store.send(.left(0))
    store.send(.left(2))
    store.send(.left(-2))
    withExtendedLifetime(subscription) {}
    #expect(notified == [2, 0])
  }

  @Test func `a cancelled subscriber is notified of nothing, the others still are`() {
    let store = Store(initialState: Pair(), reducer: PairReducer())
    var notified: [String] = []
    let left = store.subscribe(to: { $0.left }) { notified.append("left \($0)") }
    let right = store.subscribe(to: { $0.right }) { notified.append("right \($0)") }
    left.cancel()
    store.send(.left(1))
    store.send(.right(1))
    right.cancel()
    store.send(.right(1))
    #expect(notified == ["right 1"])
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

/// Four kilobytes that need no alignment but that of a word.
private struct LongAction {
  private typealias Eight<Part> = (Part, Part, Part, Part, Part, Part, Part, Part)
  private var words: Eight<Eight<Eight<UInt64>>>

  init(_ number: UInt64) {
    let one = (number, number, number, number, number, number, number, number)
    let eight = (one, one, one, one, one, one, one, one)
    words = (eight, eight, eight, eight, eight, eight, eight, eight)
  }

  /// Of the first and the last.
  var sum: UInt64 { words.0.0.0 &+ words.7.7.7 }
}

/// What two sends of an action through two scopes add up to.
private func total<Action>(of action: Action, _ sum: @escaping (Action) -> UInt64) async -> UInt64 {
  let store = Store(
    initialState: UInt64(0),
    reducer: Reduce<UInt64, Action> { state, action in
      state += sum(action)
      return .none
    })
  let scope = store.scope(state: \.self, action: { (_: UInt8) in action })
    .scope(state: \.self, action: { (number: UInt8) in number })
  scope.send(1)
  await scope.run(2)
  return store.current
}

struct `Flow scopes` {
  private let store = Store(initialState: Pair(), reducer: PairReducer())

  @Test func `a scope reads the parent's truth and sends to it`() {
    let left = store.scope(state: \.left, action: PairAction.left)
    store.send(.left(2))
    #expect(left.state == 2)
    left.send(3)
    #expect(store.state == Pair(left: 5, right: 0))
  }

  @Test func `actions without a size go through scopes, too`() {
    enum Tick { case tick }
    let store = Store(
      initialState: 0,
      reducer: Reduce<Int, Tick> { state, _ in
        state += 1
        return .none
      })
    let scope = store.scope(state: \.self, action: { (tick: Tick) in tick })
      .scope(state: \.self, action: { (_: Void) in Tick.tick })
    scope.send(())
    scope.send(())
    #expect(store.current == 2)
  }

  @Test func `a run through scopes is of the action that was given`() async {
    let store = Store(initialState: Pair(), reducer: PairReducer())
    await store.scope(state: \.left, action: PairAction.left).run(3)
    await store.scope(state: \.right, action: PairAction.right)
      .scope(state: \.self, action: { (text: String) in Int(text) ?? 0 }).run("4")
    #expect(store.current == Pair(left: 3, right: 4))
  }

  @Test func `actions of any size and alignment go through scopes`() async {
    await #expect(processExitsWith: .success) {
      #expect(await total(of: LongAction(3)) { $0.sum } == 12)
      #expect(await total(of: SIMD4<UInt64>(repeating: 3)) { $0.wrappedSum() } == 24)
      #expect(await total(of: SIMD8<UInt64>(repeating: 3)) { $0.wrappedSum() } == 48)
      #expect(await total(of: (1, 2, 3, 4, 5, 6)) { UInt64($0.0 + $0.5) } == 14)
      #expect(await total(of: (1, 2, 3, 4, 5, 6, 7)) { UInt64($0.0 + $0.6) } == 16)
      #expect(await total(of: ()) { 1 } == 2)
    }
  }

  @Test func `a scope of a scope composes`() {
    let text = store.scope(state: \.right, action: PairAction.right)
      .scope(state: { "\($0)" }, action: { (text: String) in Int(text) ?? 0 })
    text.send("7")
    #expect(text.state == "7")
    #expect(store.state.right == 7)
  }

  @Test func `a scope's subscribers are notified of changes to their slice, whoever sends`() {
    let left = store.scope(state: \.left, action: PairAction.left)
    var notified: [Bool] = []
    let subscription = left.subscribe(to: { $0 > 10 }) { notified.append($0) }
    left.send(5)
    store.send(.right(100))
    store.send(.left(6))
    left.send(1)
    withExtendedLifetime(subscription) {}
    #expect(notified == [true])
  }
}
