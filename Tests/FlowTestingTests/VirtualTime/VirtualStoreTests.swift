import FlowCore
import FlowTesting
import Testing

private enum Ask: Equatable, Sendable {
  case search(String, seconds: Int)
  case typed(String)
  case ticking(Bool)
  case slow
  case fan(Int)
  case found(String)
}

/// Effects of each kind, with a clock parameter.
private struct Asking: Reducer {
  let clock: any Clock<Duration>

  func reduce(into state: inout [String], action: Ask) -> Effect<Ask> {
    switch action {
    case .search(let query, let seconds):
      return .task { [clock] in
        try await clock.sleep(for: .seconds(seconds))
        return .found(query)
      }.cancellable(id: "search", cancelInFlight: true)
    case .typed(let query):
      return debounced(query, clock)
    case .ticking(true):
      return .run { [clock] send in
        while true {
          try await clock.sleep(for: .seconds(1))
          send(.found("tick"))
        }
      }.cancellable(id: "ticking")
    case .ticking(false): return .cancel(id: "ticking")
    case .slow: return timed(clock)
    case .fan(let count):
      return .task { [clock] in
        let sum = await withTaskGroup(of: Int.self) { group in
          for number in 0..<count {
            group.addTask {
              try? await clock.sleep(for: .seconds(1))
              return number
            }
          }
          return await group.reduce(0, +)
        }
        return .found("\(sum)")
      }
    case .found(let result): state.append(result)
    }
    return .none
  }

  private func debounced<C: Clock<Duration>>(_ query: String, _ clock: C) -> Effect<Ask> {
    .send(.found(query)).debounced(id: "typed", for: .seconds(10), clock: clock)
  }

  private func timed<C: Clock<Duration>>(_ clock: C) -> Effect<Ask> {
    .concatenate(.delay(for: .seconds(8), clock: clock), .send(.found("slow")))
      .timeout(after: .seconds(5), clock: clock, answer: .found("late"))
  }
}

/// An actor of an app without a custom executor, with a store.
private actor Feature {
  private let clock: any Clock<Duration>
  // An initializer does not run on the actor.
  private lazy var store = makeStore()
  var state: [String] { store.current }

  init(clock: any Clock<Duration>) { self.clock = clock }

  private func makeStore() -> Store<Asking> {
    Store(initialState: [], reducer: Asking(clock: clock))
  }

  func send(_ action: Ask) { store.send(action) }
}

@Suite(.timeLimit(.minutes(20)))
struct `A store in virtual time` {
  private func states(
    seed: UInt64 = 1, after seconds: Int, _ actions: [(second: Int, action: Ask)]
  ) throws -> [String] {
    let time = VirtualTime(seed: seed)
    let state = try time.run { _ in
      let store = Store(initialState: [], reducer: Asking(clock: time.clock))
      for (second, action) in actions {
        try await time.clock.sleep(until: .init(offset: .seconds(second)))
        store.send(action)
      }
      try await time.clock.sleep(until: .init(offset: .seconds(seconds)))
      #expect(store.effectsInFlight == 0)
      return store.current
    }
    #expect(time.foreignJobs == 0)
    return state
  }

  @Test func `a newer search cancels the older`() throws {
    #expect(
      try states(
        after: 10, [(0, .search("old", seconds: 3)), (1, .search("new", seconds: 1))]) == ["new"])
    #expect(
      try states(
        after: 10, [(0, .search("old", seconds: 3)), (4, .search("new", seconds: 1))])
        == ["old", "new"])
  }

  @Test func `debounces, times out and ticks at the exact instants`() throws {
    #expect(try states(after: 21, [(0, .typed("a")), (9, .typed("b"))]) == ["b"])
    #expect(try states(after: 6, [(0, .slow)]) == ["late"])
    #expect(
      try states(seed: 4, after: 60, [(0, .ticking(true)), (4, .typed("x")), (9, .ticking(false))])
        .filter { $0 == "x" } == ["x"])
  }

  @Test func `child tasks of an effect stay in virtual time`() throws {
    #expect(try states(after: 2, [(0, .fan(10))]) == ["45"])
  }

  @Test func `effects of an actor that has no executor of its own stay in it`() throws {
    let time = VirtualTime(seed: 2)
    let state = try time.run { _ in
      let feature = Feature(clock: time.clock)
      await feature.send(.fan(4))
      await feature.send(.search("old", seconds: 3))
      await feature.send(.search("new", seconds: 2))
      try await time.clock.sleep(for: .seconds(5))
      return await feature.state
    }
    #expect(state == ["6", "new"])
    #expect(time.foreignJobs == 0)
  }

  @Test func `simultaneous actions arrive in any order`() throws {
    var orders: Set<[String]> = []
    for seed in 0..<UInt64(200) {
      let time = VirtualTime(seed: seed)
      orders.insert(
        try time.run { _ in
          let store = Store(initialState: [], reducer: Asking(clock: time.clock))
          store.send(.fan(2))
          store.send(.search("a", seconds: 1))
          try await time.clock.sleep(for: .seconds(2))
          return store.current
        })
    }
    #expect(orders == [["1", "a"], ["a", "1"]])
  }

  @Test func `an event due at the time of a stop occurs before or after it`() throws {
    var counts: Set<Int> = []
    for seed in 0..<UInt64(100) {
      counts.insert(
        try states(seed: seed, after: 95, [(0, .ticking(true)), (90, .ticking(false))]).count)
    }
    #expect(counts == [89, 90])
  }

  @Test func `is asked to run and waits for all that it caused`() throws {
    let time = VirtualTime(seed: 2)
    try time.run { _ in
      let store = Store(initialState: [], reducer: Asking(clock: time.clock))
      await store.sendAndWait(.fan(3))
      await store.sendAndWait(.typed("b"))
      #expect(store.current == ["3", "b"])
    }
    #expect(time.clock.now.offset == .seconds(11))
    #expect(time.foreignJobs == 0)
  }
}
