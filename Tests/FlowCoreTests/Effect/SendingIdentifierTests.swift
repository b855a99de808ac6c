import FlowCore
import FlowTestSupport
import Testing

/// An identifier whose comparison calls user code.
private struct ComparedID: Hashable {
  var name: String
  nonisolated(unsafe) static var compared: () -> Void = {}

  static func == (left: ComparedID, right: ComparedID) -> Bool {
    compared()
    return left.name == right.name
  }
  func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

@MainActor
@Suite(.serialized)
struct `Code of the app that sends while an effect` {
  private let script = Script()
  private let store: Store<Scripted>

  init() { store = Store(initialState: [], reducer: Scripted(script: script)) }

  @Test func `is cancelled by its run as it starts`() async {
    let turnstile = Turnstile()
    // Unsafe: used on the main actor.
    nonisolated(unsafe) let store = store
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
        // The handler is called when the table of effects has the task.
        await withTaskCancellationHandler {
          try? await turnstile.pass()
        } onCancel: {
          MainActor.assumeIsolated { for _ in 0..<20 { store.send("c") } }
        }
        return "never"
      }
    }
    script.effects["c"] = {
      .task {
        try? await turnstile.pass(); return nil
      }
    }
    running = Task { await store.sendAndWait("a") }
    await running?.value
    #expect(store.current == ["a", "b"] + Array(repeating: "c", count: 20))
    #expect(store.effectsInFlight == 20)
    turnstile.open()
    await quiet()
    #expect(store.counts.effects == 0)
    script.effects = [:]
  }

  @Test(arguments: [false, true])
  func `ends and its identifier is compared`(isThrottled: Bool) async {
    let (first, second) = (Turnstile(), Turnstile())
    let store = store
    script.effects["a"] = {
      .merge(
        (0..<4).map { number in
          .task {
            try? await first.pass()
            return "ended"
          }.cancellable(id: ComparedID(name: "\(number % 2)"))
        })
    }
    if isThrottled {
      script.effects["a"] = {
        .send("ended").throttled(
          id: ComparedID(name: "t"), for: .milliseconds(1), clock: ContinuousClock())
      }
    }
    var (left, started) = (0, 0)
    script.effects["b"] = {
      started += 1
      let id = ComparedID(name: "other \(started)")
      return .task {
        try? await second.pass()
        return nil
      }
      .throttled(id: id, for: .zero, clock: ContinuousClock())
      .cancellable(id: id)
    }
    store.send("a")
    left = 40
    ComparedID.compared = {
      guard left > 0 else { return }
      left -= 1
      store.send("b")
    }
    await until { isThrottled || first.arrived == 4 }
    first.open()
    await until { left == 0 && store.effectsInFlight == 40 }
    ComparedID.compared = {}
    second.open()
    await until { store.counts.effects == 0 }
    #expect(store.current.count { $0 == "ended" } == (isThrottled ? 1 : 4))
    #expect(store.current.count { $0 == "b" } == 40)
    script.effects = [:]
  }
}
