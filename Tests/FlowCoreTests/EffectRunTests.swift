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

  @Test func `an action that is sent at once is reduced before send returns`() {
    on("a") { .send("b") }
    on("b") { .send("c") }
    store.send("a")
    #expect(store.current == ["a", "b", "c"])
  }

  @Test func `work that does not suspend is reduced before send returns`() {
    on("a") { .task { "b" } }
    store.send("a")
    #expect(store.current == ["a", "b"])
  }

  @Test func `work that suspends is reduced when it is done`() async {
    let gate = Turnstile()
    on("a") {
      .task {
        try await gate.pass()
        return "b"
      }
    }
    store.send("a")
    #expect(store.current == ["a"])
    gate.open()
    await quiet()
    #expect(store.current == ["a", "b"])
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

  @Test func `merged works all start, and answer in the order in which they are done`() async {
    let gates = [Turnstile(), Turnstile(), Turnstile()]
    on("a") {
      .merge(
        gates.enumerated().map { index, gate in
          .task {
            try await gate.pass()
            return "\(index)"
          }
        } + [.task { "at once" }, .send("sent")])
    }
    store.send("a")
    #expect(gates.map(\.arrived) == [1, 1, 1])
    #expect(store.current == ["a", "at once", "sent"])
    for index in [2, 0, 1] {
      gates[index].open()
      await quiet()
    }
    #expect(store.current == ["a", "at once", "sent", "2", "0", "1"])
  }

  @Test func `concatenated effects follow each other`() async {
    let gate = Turnstile()
    on("a") {
      .concatenate(
        .send("1"),
        .task {
          try await gate.pass()
          return "2"
        },
        .merge(.task { "3" }, .send("4")),
        .run { "5" })
    }
    store.send("a")
    #expect(store.current == ["a", "1"])
    gate.open()
    await quiet()
    #expect(store.current == ["a", "1", "2", "3", "4", "5"])
  }

  @Test func `a stream answers as often as it likes`() async {
    on("a") {
      .stream { send in
        send("1")
        await Task.yield()
        send("2")
      }
    }
    store.send("a")
    #expect(store.current == ["a", "1"])
    await quiet()
    #expect(store.current == ["a", "1", "2"])
  }

  @Test func `a sender that is kept beyond its effect sends nothing`() async {
    final class Kept { var sender: Sender<String>? }
    let kept = Kept()
    on("a") { .stream { kept.sender = $0 } }
    on("b") { .stream { _ in try await Task.sleep(for: .seconds(3600)) } }
    store.send("a")
    kept.sender?("late")
    // Its slot is another's now.
    store.send("b")
    kept.sender?("later")
    #expect(store.current == ["a", "b"])
    #expect(store.effectsInFlight == 1)
  }

  @Test func `a sequence's elements become actions`() async {
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

  @Test func `cancelling by identifier ends all that runs under it`() async {
    let (cancelled, other) = (Turnstile(), Turnstile())
    for action in ["a", "b"] {
      on(action) {
        .task {
          try await cancelled.pass()
          return "late"
        }.cancellable(id: "id")
      }
    }
    on("c") {
      .task {
        try await other.pass()
        return "kept"
      }.cancellable(id: "other")
    }
    on("stop") { .cancel(id: "id") }
    for action in ["a", "b", "c", "stop"] { store.send(action) }
    await quiet()
    other.open()
    await quiet()
    #expect(store.current == ["a", "b", "c", "stop", "kept"])
  }

  @Test func `an answer that ignores its cancellation is dropped`() async {
    let gate = Turnstile()
    on("a") {
      .task {
        try? await gate.pass()
        return "late"
      }.cancellable(id: 1)
    }
    on("stop") { .cancel(id: 1) }
    store.send("a")
    store.send("stop")
    await quiet()
    #expect(store.current == ["a", "stop"])
  }

  @Test func `a newer effect cancels the older`() async {
    let gates = ["a": Turnstile(), "b": Turnstile()]
    for (action, gate) in gates {
      on(action) {
        .task {
          try await gate.pass()
          return "result of \(action)"
        }.cancellable(id: "search", cancelInFlight: true)
      }
    }
    store.send("a")
    store.send("b")
    await quiet()
    gates["a"]?.open()
    gates["b"]?.open()
    await quiet()
    #expect(store.current == ["a", "b", "result of b"])
  }

  @Test func `an effect may cancel itself while it starts`() async {
    on("a") {
      .stream { send in
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

  @Test func `identifiers in different scopes are different`() async {
    let gates = [Turnstile(), Turnstile()]
    for (row, gate) in gates.enumerated() {
      on("row \(row)") {
        Effect.task {
          try await gate.pass()
          return "done \(row)"
        }.cancellable(id: "search", cancelInFlight: true).scoped(to: row)
      }
    }
    on("remove 0") { .cancel(id: 0) }
    store.send("row 0")
    store.send("row 1")
    store.send("remove 0")
    await quiet()
    gates[1].open()
    await quiet()
    #expect(store.current == ["row 0", "row 1", "remove 0", "done 1"])
  }

  @Test func `an error is reported and stops nothing`() {
    on("a") { .merge(.task { throw Failure() }, .task { throw CancellationError() }, .send("b")) }
    store.send("a")
    #expect(store.current == ["a", "b"])
    #expect(faults.all.map(\.kind) == [.effectFailed])
    #expect(faults.all.first?.description.contains("Failure") == true)
  }

  @Test func `an error is reported, whatever threw it, and stops nothing`() async {
    for effect: Effect<String> in [
      .task { throw Failure() }, .stream { _ in throw Failure() },
      .merge(.task { nil }, .task { throw Failure() }),
      .task {
        await Task.yield()
        throw Failure()
      },
      .stream { send in
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

  @Test func `what is sent while an action is handled waits its turn`() {
    on("a") { .merge(.send("1"), .task { "2" }, .run { "3" }, .send("4")) }
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
        return "nobody hears"
      }
    }
    var store: Store? = Store(initialState: [], reducer: Scripted(script: script))
    store?.send("a")
    weak let observed = store
    store = nil
    #expect(observed == nil, "an effect in flight does not keep the store")
    await quiet()
    #expect(ended.isCancelled)
  }

  @Test func `run returns when everything the action caused has ended`() async {
    on("a") {
      .task {
        await Task.yield()
        return "b"
      }
    }
    on("b") {
      .merge(
        .stream { send in
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
    await store.run("a")
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
    let sender = Task { @MainActor [store] in await store.run("a") }
    await quiet()
    #expect(gate.arrived == (isMerged ? 2 : 1))
    sender.cancel()
    await sender.value
    #expect(store.current == ["a"])
  }

  @Test func `run inside an effect that is just starting waits its turn`() async {
    on("a") { [store] in
      .task {
        await store.run("b")
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
    // They hold the store that holds them.
    script.effects.removeAll()
  }
}
