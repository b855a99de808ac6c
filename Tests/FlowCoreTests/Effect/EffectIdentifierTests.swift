import FlowCore
import FlowTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `An effect with several identifiers` {
  private let script = Script()
  private let turnstile = Turnstile()
  private nonisolated static let identifiers = ["search", "screen"]

  private var search: Effect<String> {
    let turnstile = turnstile
    return Effect.task {
      try await turnstile.pass()
      return "found"
    }.cancellable(id: "search")
  }

  /// Sends "a" with an effect, cancels an identifier, and completes the work.
  private func states(cancelling id: String, _ effect: Effect<String>) async -> [String] {
    script.effects = ["a": { effect }, "cancel": { .cancel(id: id) }]
    let store = Store(initialState: [], reducer: Scripted(script: script))
    store.send("a")
    await until { turnstile.arrived == 1 }
    store.send("cancel")
    await quiet()
    turnstile.open()
    await quiet()
    store.cancelEffects()
    return store.current
  }

  @Test(arguments: identifiers)
  func `is ended by each of them`(id: String) async {
    #expect(await states(cancelling: id, search.cancellable(id: "screen")) == ["a", "cancel"])
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `Effects that are cancelled together` {
  private let script = Script()
  private let log = Log<Int>()

  /// Returns an endless effect that logs its number when it is cancelled.
  private func endless(_ number: Int) -> Effect<String> {
    let log = log
    return .task {
      await withTaskCancellationHandler {
        try? await Task.sleep(for: .seconds(100_000))
      } onCancel: {
        log.add(number)
      }
      return nil
    }
  }

  /// Starts effects 0 to 59, of which ten have ended before the last ten start.
  private func startMany(_ send: (String) -> Void) async {
    for number in Array(0..<50) + Array(50..<60) {
      if number == 50 {
        script.effects["end"] = { .merge((10..<20).map { .cancel(id: $0) }) }
        send("end")
        await quiet()
      }
      let effect = endless(number).cancellable(id: number)
      script.effects["start"] = { effect }
      send("start")
    }
  }

  private let order = Array(10..<20) + Array(0..<10) + Array(20..<60)

  @Test func `wake in order of their start if cancelled by identifier`() {
    let store = Store(initialState: [], reducer: Scripted(script: script))
    script.effects["cancel"] = { .cancel(id: "all") }
    for number in 0..<50 {
      let effect = endless(number).cancellable(id: "all")
      script.effects["start"] = { effect }
      store.send("start")
    }
    store.send("cancel")
    #expect(log.entries == Array(0..<50))
  }

  @Test func `wake in order of their start if all are cancelled`() async {
    let store = Store(initialState: [], reducer: Scripted(script: script))
    await startMany { store.send($0) }
    store.cancelEffects()
    #expect(log.entries == order)
  }

  @Test func `wake in order of their start if their store ends`() async {
    var store: Store? = Store(initialState: [], reducer: Scripted(script: script))
    await startMany { store?.send($0) }
    store = nil
    #expect(log.entries == order)
  }

  @Test func `wake in order of their start if their row is removed`() async {
    let store = Store(
      initialState: [[]],
      reducer: Reduce<[[String]], String> { rows, action in
        if action == "remove" { rows = [] }
        return .none
      }.forEach(
        \.self, Scripted(script: script),
        action: CasePath({ $1 }) { $0 == "remove" ? nil : (0, $0) }))
    await startMany { store.send($0) }
    store.send("remove")
    #expect(log.entries == order)
  }

  @Test func `wake in order of their start if their run is cancelled`() async {
    let store = Store(initialState: [], reducer: Scripted(script: script))
    let all = (0..<50).map(endless)
    script.effects["start"] = { .merge(all) }
    let running = Task { await store.sendAndWait("start") }
    await until { store.effectsInFlight == 50 }
    running.cancel()
    await running.value
    #expect(log.entries == Array(0..<50))
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `Cancelling all effects` {
  private let script = Script()

  @Test func `drops their queued actions, unless they have ended`() async {
    let store = Store(initialState: [], reducer: Scripted(script: script))
    let streams = ["b", "c"].map { action in
      Effect<String>.run { send in
        send(action)
        try await Task.sleep(for: .seconds(3_600))
      }
    }
    script.effects["a"] = { .merge(streams + [.task { "d" }]) }
    let subscription = store.subscribe(to: \.count) { [unowned store] count in
      if count == 2 { store.cancelEffects() }
    }
    store.send("a")
    await quiet()
    #expect(store.current == ["a", "b", "d"])
    withExtendedLifetime(subscription) {}
  }

  @Test func `reaches the effect that calls it before its first suspension`() async {
    let store = Store(initialState: [], reducer: Scripted(script: script))
    let wasCancelled = Log<Bool>()
    script.effects["a"] = { [unowned store] in
      .task {
        store.cancelEffects()
        await Task.yield()
        wasCancelled.add(Task.isCancelled)
        return "b"
      }
    }
    store.send("a")
    await quiet()
    #expect(wasCancelled.entries == [true] && store.current == ["a"])
  }
}

@MainActor
struct `The work of an effect` {
  @Test func `reads the state that its action has made`() {
    let script = Script()
    let store = Store(initialState: [], reducer: Scripted(script: script))
    script.effects["a"] = { [unowned store] in
      .perform { store.current.count == 1 && store.state == ["a"] ? "b" : nil }
    }
    store.send("a")
    #expect(store.current == ["a", "b"])
  }
}
