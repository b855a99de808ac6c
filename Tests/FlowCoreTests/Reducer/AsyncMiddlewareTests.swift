import FlowTestSupport
import FlowTesting
import Testing

@testable import FlowCore

/// The lines and the tasks of the closures.
private final class Log {
  var lines: [String] = []
  var tasks: Set<Int> = []

  func write(_ line: String) {
    lines.append(line)
    withUnsafeCurrentTask { if let task = $0 { tasks.insert(task.hashValue) } }
  }
}

private struct Adding: Reducer {
  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    return .none
  }
}

extension CasePath<Outer.Action, Int> {
  fileprivate static var inner: Self {
    Self(Outer.Action.inner) { if case .inner(let number) = $0 { number } else { nil } }
  }
}

/// A reducer whose part has middlewares.
private struct Outer: Reducer {
  struct State: Equatable { var number = 0 }
  enum Action: Equatable { case inner(Int) }
  let inner: (inout Int, Int) -> Effect<Int>

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .inner(let number): inner(&state.number, number).map(.inner)
    }
  }
}

@MainActor
struct `Asynchronous closures as middlewares` {
  private let log = Log()

  private func noting(_ name: String) -> AsyncMiddleware<Int, Int, Log> {
    AsyncMiddleware(dependencies: log) { state, action, log in
      log.write("\(name) \(action) \(state)")
      return nil
    }
  }

  private func answering(_ action: Int, to other: Int) -> AsyncMiddleware<Int, Int, Log> {
    AsyncMiddleware(dependencies: log) { state, seen, log in
      log.write("answering \(seen) \(state)")
      return seen == other ? action : nil
    }
  }

  @Test func `are called in order, in one task, with the state after the action`() {
    let store = Store(
      initialState: 1,
      reducer: Adding().middleware(noting("a")).middleware(noting("b")).middleware(noting("c")))
    store.send(2)
    #expect(log.lines == ["a 2 3", "b 2 3", "c 2 3"])
    #expect(log.tasks.count == 1)
    #expect(store.effectsInFlight == 0)
  }

  // An action is reduced after all earlier closures have started.
  @Test func `send actions independently`() {
    let store = Store(
      initialState: 0,
      reducer: Adding().middleware(answering(10, to: 1)).middleware(noting("b"))
        .middleware(answering(100, to: 1)))
    store.send(1)
    #expect(
      log.lines == [
        "answering 1 1", "b 1 1", "answering 1 1", "answering 10 11", "b 10 11", "answering 10 11",
        "answering 100 111", "b 100 111", "answering 100 111",
      ])
    #expect(store.current == 111)
  }

  @Test func `start while one of them waits, and send when they are ready`() async {
    let (gate, opener) = AsyncStream<Void>.makeStream()
    let store = Store(
      initialState: 0,
      reducer: Adding().middleware(noting("a")).middleware(dependencies: log) { _, action, log in
        guard action == 1 else { return nil }
        log.write("waiting")
        for await _ in gate { break }
        return 10
      }.middleware(noting("c")))
    store.send(1)
    #expect(log.lines == ["a 1 1", "waiting", "c 1 1"])
    #expect(log.tasks.count == 2)
    #expect(store.effectsInFlight == 1)
    opener.yield()
    while store.effectsInFlight > 0 { await Task.yield() }
    #expect(store.current == 11)
    #expect(log.lines.suffix(2) == ["a 10 11", "c 10 11"])
  }

  @Test func `are called only for actions that satisfy the predicate`() {
    var asked: [Int] = []
    func small(_ limit: Int) -> (Int, Int) -> Bool {
      { _, action in
        asked.append(limit)
        return action < limit
      }
    }
    let closure = noting("x").body
    let store = Store(
      initialState: 0,
      reducer: Adding()
        .middleware(dependencies: log, where: small(3), closure)
        .middleware(dependencies: log, where: small(5), closure)
        .middleware(dependencies: log, where: small(4), closure))
    store.send(9)
    #expect(log.lines.isEmpty && asked == [3, 5, 4])
    store.send(4)
    #expect(log.lines == ["x 4 13"])
    #expect(asked == [3, 5, 4, 3, 5, 4])
    store.send(1)
    #expect(log.lines.suffix(3) == ["x 1 14", "x 1 14", "x 1 14"])
  }

  @Test func `may have a predicate if there is only one`() {
    let store = Store(
      initialState: 0,
      reducer: Adding().middleware(
        dependencies: log, where: { _, action in action == 2 }, noting("one").body))
    for action in 1...3 { store.send(action) }
    #expect(log.lines == ["one 2 3"])
  }

  // An effect may be returned more than once.
  @Test func `run each time their effect runs`() {
    let reducer = Adding().middleware(noting("a")).middleware(noting("b"))
    let store = Store(
      initialState: 0,
      reducer: Reduce<Int, Int> { state, action in
        let effect = reducer.reduce(into: &state, action: action)
        return .merge(effect, effect, effect.map(.whole), effect.map(.whole))
      })
    store.send(1)
    #expect(log.lines == Array(repeating: ["a 1 1", "b 1 1"], count: 4).flatMap { $0 })
  }

  @Test func `send actions inside a part`() {
    let reducer = Adding().middleware(answering(10, to: 1)).middleware(answering(100, to: 1))
    let store = Store(
      initialState: Outer.State(),
      reducer: Outer { reducer.reduce(into: &$0, action: $1) })
    store.send(.inner(1))
    #expect(store.current.number == 111)
  }

  // With a preference, a task that does anything before its work leaves the actor first.
  @Test func `start immediately with an executor preference`() throws {
    let time = VirtualTime(seed: 1)
    try time.run { actor in
      let log = Log()
      let noting = AsyncMiddleware<Int, Int, Log>(dependencies: log) { _, action, log in
        log.write("\(action)")
        return nil
      }
      let store = Store(
        initialState: 0, reducer: Adding().middleware(noting).middleware(noting),
        isolation: actor)
      store.send(1)
      #expect(log.lines == ["1", "1"])
    }
  }
}
