import FlowCore
import FlowTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `Send and wait` {
  private let script = Script()

  private func store() -> Store<Scripted> {
    Store(initialState: [], reducer: Scripted(script: script))
  }

  /// Returns the orders in which `send` and `sendAndWait` reduce the consequences of "a".
  private func orders(
    _ effect: @escaping (Store<Scripted>) -> Effect<String>
  ) async -> (send: [String], run: [String]) {
    let (sent, awaited) = (store(), store())
    script.effects["a"] = { effect(sent) }
    sent.send("a")
    await quiet()
    script.effects["a"] = { effect(awaited) }
    await awaited.sendAndWait("a")
    // They retain the stores that retain them.
    script.effects = [:]
    return (sent.current, awaited.current)
  }

  @Test func `an action that is awaited while another is handled is queued after earlier ones`()
    async
  {
    script.effects["x"] = { .send("x1") }
    let orders = await orders { store in
      .task {
        store.send("x")
        await store.sendAndWait("y")
        return nil
      }
    }
    #expect(orders.send == ["a", "x", "y", "x1"])
    #expect(orders.run == orders.send)
  }

  @Test func `sendAndWait in a cancelled task starts no effect`() async {
    let turnstile = Turnstile()
    let work = {
      Effect<String>.task {
        try await turnstile.pass()
        return "never"
      }
    }
    let store = store()
    for effect: Effect<String> in [
      work(), .merge(work(), work()), .concatenate(work(), work()), work().cancellable(id: "x"),
      .run { _ in try await turnstile.pass() },
    ] {
      script.effects["a"] = { effect }
      let running = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        await store.sendAndWait("a")
      }
      await running.value
    }
    #expect(turnstile.arrived == 0)
    #expect(store.current == ["a", "a", "a", "a", "a"])
    #expect(store.counts.effects == 0)
  }

  @Test func `runs with dropped actions return`() async {
    let (store, log) = (store(), Log<String>())
    func awaiting(_ action: String) -> Effect<String> {
      .task {
        await store.sendAndWait(action)
        log.add(action)
        return nil
      }
    }
    for action in ["b", "c", "d"] {
      script.effects[action] = {
        .run { send in
          send("never")
          try await Task.sleep(for: .seconds(3_600))
        }.cancellable(id: "search")
      }
    }
    script.effects["a"] = { .merge(awaiting("b"), awaiting("c"), awaiting("d"), .send("stop")) }
    script.effects["stop"] = { .cancel(id: "search") }
    await store.sendAndWait("a")
    #expect(store.current == ["a", "b", "c", "d", "stop"])
    // In any order, because Swift 6.3 resumes a continuation on the thread pool.
    #expect(log.entries.sorted() == ["b", "c", "d"])
    script.effects = [:]
  }

  @Test func `cancelling a sendAndWait also cancels an effect that is starting`() async {
    let (turnstile, store) = (Turnstile(), store())
    var running: Task<Void, Never>?
    script.effects["a"] = {
      .task {
        await Task.yield()
        return "b"
      }
    }
    script.effects["b"] = {
      .task {
        running?.cancel()
        try await turnstile.pass()
        return "never"
      }
    }
    running = Task { await store.sendAndWait("a") }
    await until { turnstile.arrived == 1 }
    await quiet()
    #expect(store.effectsInFlight == 0)
    turnstile.open()
    await running?.value
    #expect(store.current == ["a", "b"])
    script.effects = [:]
  }

  @Test func `work that sendAndWait awaits is in flight, and ends with all other effects`() async {
    let turnstile = Turnstile()
    script.effects["a"] = {
      .task {
        try? await turnstile.pass()
        return "answer"
      }
    }
    let store = store()
    let running = Task { await store.sendAndWait("a") }
    await until { turnstile.arrived == 1 }
    #expect(store.effectsInFlight == 1)
    store.cancelEffects()
    await quiet()
    turnstile.open()
    await running.value
    #expect(store.effectsInFlight == 0)
    #expect(store.current == ["a"], "an answer after cancellation is dropped")
  }

  // An effect in the task of its sender could not be cancelled alone.
  @Test func `work that sendAndWait awaits is cancelled without its sender`() async {
    let clock = ContinuousClock()
    var (hasBegun, ends) = (false, [Bool]())
    script.effects["a"] = {
      .task {
        hasBegun = true
        try? await clock.sleep(for: .seconds(600))
        ends.append(Task.isCancelled)
        return "answer"
      }
    }
    let store = store()
    let start = clock.now
    let running = Task {
      await store.sendAndWait("a")
      return Task.isCancelled
    }
    // On older systems the work begins later.
    await until { hasBegun }
    store.cancelEffects()
    #expect(await !running.value && ends == [true] && store.current == ["a"])
    // The next one uses the memory of this one.
    script.effects["a"] = { .task { "answer" } }
    await store.sendAndWait("a")
    #expect(store.current == ["a", "a", "answer"])
    #expect(clock.now - start < .seconds(300))
  }

  @Test func `a cancelled sendAndWait does not wait for the end of an interval`() async {
    let clock = ContinuousClock()
    script.effects["a"] = {
      .send("b").throttled(id: "t", for: .seconds(600), clock: clock)
    }
    let store = store()
    store.send("a")
    let start = clock.now
    let running = Task { await store.sendAndWait("a") }
    await quiet()
    running.cancel()
    await running.value
    #expect(clock.now - start < .seconds(300))
    #expect(store.current == ["a", "b", "a"])
    store.cancelEffects()
  }

  @Test func `a sender does nothing once its effect has ended, whatever follows it`() async {
    let turnstile = Turnstile()
    var kept: Sender<String>?
    script.effects["a"] = {
      .concatenate(
        .run { send in
          send("1")
          kept = send
        },
        .task {
          try await turnstile.pass()
          return "2"
        })
    }
    let store = store()
    store.send("a")
    await until { turnstile.arrived == 1 }
    kept?("late")
    turnstile.open()
    await quiet()
    #expect(store.current == ["a", "1", "2"])
  }
}

/// Counts down in tasks.
private struct Countdown: Reducer {
  func reduce(into state: inout [Int], action: Int) -> Effect<Int> {
    state.append(action)
    guard action > 0 else { return .none }
    return .task {
      await Task.yield()
      return action - 1
    }
  }
}

struct `A single work in a store without an actor` {
  @Test func `performs it when its reducer is logged`() async {
    await #expect(processExitsWith: .success) {
      var log: [Int] = []
      let store = Store(
        initialState: [], reducer: Countdown().logging { action, _ in log.append(action) })
      await store.sendAndWait(2)
      #expect(store.current == [2, 1, 0])
      #expect(log == [2, 1, 0])
    }
  }

  @Test func `performs it when a synchronous middleware returns an effect`() async {
    await #expect(processExitsWith: .success) {
      struct Noting: Middleware {
        let log: Log<Int>

        func effect(of action: Int, in state: [Int]) -> Effect<Int> {
          .perform {
            log.add(action)
            return nil
          }
        }
      }
      let log = Log<Int>()
      let store = Store(initialState: [], reducer: Countdown().middleware(Noting(log: log)))
      await store.sendAndWait(2)
      #expect(store.current == [2, 1, 0])
      #expect(log.entries == [2, 1, 0])
    }
  }

  @Test func `performs it for a member of a collection`() async {
    await #expect(processExitsWith: .success) {
      let store = Store(
        initialState: [[], []],
        reducer: EmptyReducer<[[Int]], [Int]>().forEach(
          \.self, Countdown(), action: CasePath({ [$0, $1] }) { ($0[0], $0[1]) }))
      await store.sendAndWait([1, 2])
      #expect(store.current == [[], [2, 1, 0]])
    }
  }
}
