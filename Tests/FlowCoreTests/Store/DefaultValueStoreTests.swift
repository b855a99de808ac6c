import FlowCore
import FlowTestSupport
import Testing

/// Counts down in tasks and checks their actor.
private struct Countdown: Reducer {
  func reduce(into state: inout [Int], action: Int) -> Effect<Int> {
    state.append(action)
    guard action > 0 else { return .none }
    return .task {
      MainActor.assertIsolated()
      await Task.yield()
      MainActor.assertIsolated()
      return action - 1
    }
  }
}

@MainActor
private final class Model {
  let store = Store(initialState: [], reducer: Countdown())
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `A store in the default value of a property` {
  @Test func `starts its effects there`() async {
    let model = Model()
    model.store.send(2)
    #expect(model.store.effectsInFlight == 1)
    await until { model.store.effectsInFlight == 0 }
    #expect(model.store.current == [2, 1, 0])
  }

  @Test func `runs there as well`() async {
    let model = Model()
    await model.store.sendAndWait(2)
    await model.store.sendAndWait(1)
    #expect(model.store.current == [2, 1, 0, 1, 0])
  }

  @Test func `throttles there, which needs an actor`() async {
    final class Owner {
      let store = Store(
        initialState: [],
        reducer: Reduce<[Int], Int> { state, action in
          state.append(action)
          guard action > 0 else { return .none }
          return .send(0).throttled(id: 1, for: .seconds(1_000), clock: ContinuousClock())
        })
    }
    let owner = Owner()
    owner.store.send(1)
    #expect(owner.store.current == [1, 0])
    owner.store.cancelEffects()
  }

  @Test func `has no observers when the reader of its states is released`() async {
    let model = Model()
    do { _ = model.store.states(of: \.count, buffer: .unbounded) }
    await until { !model.store.isObserved }
  }
}

struct `A reducer that reads its own store` {
  fileprivate struct Peeking: Reducer {
    let peek: () -> Void

    func reduce(into state: inout [Int], action: Int) -> Effect<Int> {
      state.append(action)
      if action == 1 { peek() }
      return .none
    }
  }

  /// Sends an action for which the reducer reads its store.
  fileprivate static func send(_ read: @escaping (Store<Peeking>) -> Void) {
    weak var store: Store<Peeking>?
    let made = Store(initialState: [0], reducer: Peeking { store.map(read) })
    store = made
    made.send(0)
    read(made)
    made.send(1)
  }

  fileprivate enum Read: Int, CaseIterable, Codable {
    case current, withState, restore, state, part, scope, member, subscribe, subscribeToFunction
    case states, observe

    func perform(_ store: Store<Peeking>) {
      switch self {
      case .current: _ = store.current
      case .withState: _ = store.withState { $0.count }
      case .restore: store.restore([])
      case .state: _ = store.state
      case .part: _ = store.count
      case .scope: _ = store.scope().current
      case .member: _ = store.scope(0, of: \.self, action: CasePath({ $1 }) { (0, $0) })
      case .subscribe: _ = store.subscribe(to: \.count) { _ in }
      case .subscribeToFunction: _ = store.subscribe(to: { $0.count }) { _ in }
      case .states: _ = store.states(of: \.count, buffer: .unbounded)
      case .observe: _ = store.observe {}
      }
    }
  }

  @Test(arguments: Read.allCases)
  fileprivate func `stops the program`(read: Read) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [read = read as Read] in
      Self.send { read.perform($0) }
    }
    #if DEBUG
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("a reducer must not read its own store; read the state that was"))
    #endif
  }

  @Test func `may send actions, which are reduced before the outer send returns`() async {
    await #expect(processExitsWith: .success) {
      weak var store: Store<Peeking>?
      let made = Store(initialState: [], reducer: Peeking { store?.send(2) })
      store = made
      made.send(1)
      #expect(made.current == [1, 2])
      made.send(3)
      #expect(made.current == [1, 2, 3])
    }
  }

  @Test func `may create a scope`() async {
    await #expect(processExitsWith: .success) { Self.send { _ = $0.scope() } }
  }
}
