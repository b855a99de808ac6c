import FlowCore
import Testing

private struct Failure: Error {}

@MainActor
struct `Effects of a store` {
  private let script = Script()
  private let store: Store<Scripted>
  private let faults = Faults()

  private final class Faults {
    var all: [StoreFault] = []
  }

  init() {
    store = Store(
      initialState: [], reducer: Scripted(script: script),
      faults: { [faults] in faults.all.append($0) })
  }

  private func on(_ action: String, _ effect: @escaping () -> Effect<String>) {
    script.effects[action] = effect
  }

  @Test func `work runs on the store's executor`() async {
    on("a") {
      .task {
        MainActor.assertIsolated()
        await Task.yield()
        MainActor.assertIsolated()
        return "b"
      }
    }
    store.send("a")
    await quiet()
    #expect(store.current == ["a", "b"])
  }

  @Test func `a sender that is kept beyond its effect sends nothing`() async {
    final class Kept { var sender: Sender<String>? }
    let kept = Kept()
    on("a") { .run { kept.sender = $0 } }
    on("b") { .run { _ in try await Task.sleep(for: .seconds(3600)) } }
    store.send("a")
    kept.sender?("late")
    // Its slot is now used by another effect.
    store.send("b")
    kept.sender?("later")
    #expect(store.current == ["a", "b"])
    #expect(store.effectsInFlight == 1)
  }

  @Test func `the elements of a sequence become actions`() async {
    on("a") {
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      for number in 1...4 { continuation.yield(number) }
      continuation.finish()
      return .sequence(stream) { $0.isMultiple(of: 2) ? "\($0)" : nil }
    }
    store.send("a")
    await quiet()
    #expect(store.current == ["a", "2", "4"])
  }

  @Test func `an effect may cancel itself while it starts`() async {
    on("a") {
      .run { send in
        send("stop")
        await Task.yield()
        send("never")
      }.cancellable(id: 0)
    }
    on("stop") { .cancel(id: 0) }
    store.send("a")
    await quiet()
    #expect(store.current == ["a", "stop"])
  }

  @Test func `an error is reported, and the others continue`() {
    on("a") { .merge(.task { throw Failure() }, .task { throw CancellationError() }, .send("b")) }
    store.send("a")
    #expect(store.current == ["a", "b"])
    #expect(faults.all.map(\.kind) == [.effectFailed])
    #expect(faults.all.first?.description.contains("Failure") == true)
  }

  @Test func `an error of any origin is reported, and the others continue`() async {
    for effect: Effect<String> in [
      .task { throw Failure() }, .run { _ in throw Failure() },
      .merge(.task { nil }, .task { throw Failure() }),
      .task {
        await Task.yield()
        throw Failure()
      },
      .run { send in
        await Task.yield()
        send("b")
        throw Failure()
      },
    ] {
      faults.all = []
      on("a") { effect }
      store.send("a")
      await quiet()
      #expect(faults.all.map(\.kind) == [.effectFailed])
      #expect(store.counts.effects == 0)
    }
    #expect(store.current == ["a", "a", "a", "a", "a", "b"])
  }

  @Test func `an error of a cancelled effect is not reported`() async {
    let turnstile = Turnstile()
    let failing = Effect<String>.task {
      try? await turnstile.pass()
      throw Failure()
    }
    let stream = Effect<String>.run { _ in
      try? await turnstile.pass()
      throw Failure()
    }
    on("stop") { .cancel(id: 0) }
    for effect in [
      failing, stream, .merge(failing, failing, stream), .concatenate(failing, stream),
    ] {
      on("a") { effect.cancellable(id: 0) }
      store.send("a")
      await quiet()
      store.send("stop")
      await quiet()
      on("a") { effect }
      let store = store
      let running = Task { await store.sendAndWait("a") }
      await quiet()
      running.cancel()
      await running.value
      store.send("a")
      await quiet()
      store.cancelEffects()
      await quiet()
    }
    #expect(turnstile.arrived == 18)
    #expect(faults.all.isEmpty)
    #expect(store.counts.effects == 0)
  }

  @Test func `an effect that is cancelled before its first turn does not start`() async {
    // Before macOS 26 and iOS 26, `send` returns before that turn.
    let turnstile = Turnstile()
    for effect: Effect<String> in [
      .task {
        try await turnstile.pass()
        return "never"
      }, .run { _ in try await turnstile.pass() },
    ] {
      on("a") { .merge(effect, effect, effect.cancellable(id: 0)) }
      store.send("a")
      let started = turnstile.arrived
      store.cancelEffects()
      await quiet()
      #expect(turnstile.arrived == started)
      #expect(store.counts.effects == 0)
    }
  }

  @Test func `an action that is sent while another is handled is queued`() {
    on("a") { .merge(.send("1"), .task { "2" }, .perform { "3" }, .send("4")) }
    on("1") { .send("1.1") }
    store.send("a")
    #expect(store.current == ["a", "1", "2", "3", "4", "1.1"])
  }

  @Test func `effects end with their store`() async {
    final class Ended { var isCancelled = false }
    let (gate, ended, script) = (Turnstile(), Ended(), Script())
    script.effects["a"] = {
      .task {
        try? await gate.pass()
        ended.isCancelled = Task.isCancelled
        return "ignored"
      }
    }
    var store: Store? = Store(initialState: [], reducer: Scripted(script: script))
    store?.send("a")
    await quiet()
    weak let observed = store
    store = nil
    #expect(observed == nil, "an effect in flight does not keep the store")
    await quiet()
    #expect(ended.isCancelled)
  }

  @Test func `sendAndWait returns when everything the action caused has ended`() async {
    on("a") {
      .task {
        await Task.yield()
        return "b"
      }
    }
    on("b") {
      .merge(
        .run { send in
          await Task.yield()
          send("c")
          await Task.yield()
        },
        .send("d"))
    }
    on("c") {
      .task {
        for _ in 0..<5 { await Task.yield() }
        return "e"
      }
    }
    await store.sendAndWait("a")
    #expect(store.current == ["a", "b", "d", "c", "e"])
  }

  @Test(arguments: [false, true])
  func `cancelling the sender's task cancels its effects`(isMerged: Bool) async {
    let gate = Turnstile()
    let work = {
      Effect<String>.task {
        try await gate.pass()
        return "never"
      }
    }
    on("a") { isMerged ? .merge(work(), work()) : work() }
    let sender = Task { @MainActor [store] in await store.sendAndWait("a") }
    await quiet()
    #expect(gate.arrived == (isMerged ? 2 : 1))
    sender.cancel()
    await sender.value
    #expect(store.current == ["a"])
  }

  @Test func `sendAndWait inside an effect that is starting waits for earlier actions`() async {
    on("a") { [store] in
      .task {
        await store.sendAndWait("b")
        return "c"
      }
    }
    on("b") {
      .task {
        for _ in 0..<20 { await Task.yield() }
        return "b answered"
      }
    }
    store.send("a")
    await quiet()
    #expect(store.current == ["a", "b", "b answered", "c"])
    // They retain the store that retains them.
    script.effects.removeAll()
  }
}
