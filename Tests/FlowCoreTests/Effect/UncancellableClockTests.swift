import FlowTestSupport
import Testing

@testable import FlowCore

private struct Failure: Error {}

/// A clock whose sleepers wake when a gate is opened, even if they are cancelled.
private struct DeafClock: Clock {
  let gate: Gate
  var fails = false

  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    await gate.wait()
    if fails { throw Failure() }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `Effects on a clock that ignores cancellation` {
  private let script = Script()
  private let gate = Gate()
  private let faults = Log<StoreFault.Kind>()
  private let store: Store<Scripted>

  init() {
    store = Store(
      initialState: [], reducer: Scripted(script: script),
      faults: { [faults] in faults.add($0.kind) })
    script.effects["stop"] = { .cancel(id: "x") }
  }

  private var clock: DeafClock { DeafClock(gate: gate) }

  /// Opens the gate and checks that nothing is sent.
  private func expectNothing(after actions: [String]) async {
    #expect(store.current == actions)
    gate.open()
    await quiet()
    #expect(store.current == actions)
    #expect(store.counts.effects == 0 && faults.entries == [])
    #expect(store.effects.windows.isEmpty)
  }

  @Test func `are cancelled while they are delayed`() async {
    script.effects["a"] = { [clock] in .send("b").debounced(id: "x", for: .zero, clock: clock) }
    store.send("a")
    store.send("stop")
    await expectNothing(after: ["a", "stop"])
  }

  @Test func `send no timeout action if they are cancelled before the timeout`() async {
    let end = Gate()
    script.effects["a"] = { [clock] in
      .task {
        await end.wait()
        return "b"
      }
      .timeout(after: .zero, clock: clock, answer: "late").cancellable(id: "x")
    }
    store.send("a")
    await quiet()
    store.send("stop")
    gate.open()
    await quiet()
    end.open()
    await expectNothing(after: ["a", "stop"])
  }

  @Test func `send no timeout action if they end before the timeout`() async {
    script.effects["a"] = { [clock] in
      .task {
        await Task.yield()
        return "b"
      }
      .timeout(after: .zero, clock: clock, answer: "late")
    }
    store.send("a")
    await quiet()
    await expectNothing(after: ["a", "b"])
  }

  @Test func `time out independently`() async {
    let (first, second, end) = (Gate(), Gate(), Gate())
    let gates = [first, second]
    for number in 0..<2 {
      let clock = DeafClock(gate: gates[number])
      script.effects["\(number)"] = {
        .task {
          await end.wait()
          return "end \(number)"
        }
        .timeout(after: .zero, clock: clock, answer: "late \(number)")
      }
      store.send("\(number)")
    }
    first.open()
    await quiet()
    #expect(store.current == ["0", "1", "late 0"])
    end.open()
    await quiet()
    #expect(store.current == ["0", "1", "late 0", "end 1"])
    second.open()
    await quiet()
    #expect(store.current.count == 4 && store.counts.effects == 0)
  }

  @Test func `do not delay a run after their end`() async {
    script.effects["a"] = {
      .send("b").timeout(after: .seconds(1_000), clock: ContinuousClock(), answer: "late")
    }
    await store.sendAndWait("a")
    #expect(store.current == ["a", "b"])
  }

  @Test func `resume a task that waits after they were opened`() async {
    let gate = SuspensionGate()
    gate.open()
    var hasPassed = false
    let waiter = Task {
      await gate.wait()
      hasPassed = true
    }
    await quiet()
    #expect(hasPassed)
    waiter.cancel()
  }

  @Test func `leave no timer if they end in time`() async {
    script.effects["a"] = {
      .task {
        await Task.yield()
        return "b"
      }
      .timeout(after: .seconds(1_000), clock: ContinuousClock(), answer: "late")
    }
    store.send("a")
    await quiet()
    #expect(store.current == ["a", "b"])
    #expect(store.counts.effects == 0)
    await store.sendAndWait("a")
    #expect(store.current == ["a", "b", "a", "b"])
  }

  @Test func `are cancelled while they wait for the end of an interval`() async {
    script.effects["a"] = { [clock] in .send("b").throttled(id: "x", for: .zero, clock: clock) }
    store.send("a")
    store.send("a")
    store.send("stop")
    await expectNothing(after: ["a", "b", "a", "stop"])
  }

  @Test func `leave nothing of an interval that has ended`() async {
    for number in 0..<10 {
      let effect = Effect.send("b").throttled(id: number, for: .zero, clock: clock)
      script.effects["a"] = { effect }
      store.send("a")
    }
    #expect(store.effects.windows.count == 10)
    await expectNothing(after: (0..<10).flatMap { _ in ["a", "b"] })
  }

  @Test func `are faults if the clock fails`() async {
    let failing = DeafClock(gate: gate, fails: true)
    script.effects["a"] = { .send("b").debounced(id: "x", for: .zero, clock: failing) }
    script.effects["c"] = { .send("d").throttled(id: "y", for: .zero, clock: failing) }
    script.effects["e"] = {
      .task {
        await Task.yield()
        return "f"
      }
      .timeout(after: .zero, clock: failing, answer: "late")
    }
    for action in ["a", "c", "e"] { store.send(action) }
    gate.open()
    await quiet()
    #expect(faults.entries.allSatisfy { $0 == .effectFailed })
    #expect(faults.entries.count >= 2 && !store.current.contains("late"))
    #expect(store.counts.effects == 0)
  }
}

@MainActor
struct `An effect with a shared identifier` {
  @Test func `continues unless the new effect cancels it`() async {
    let (script, turnstile) = (Script(), Turnstile())
    let store = Store(initialState: [], reducer: Scripted(script: script))
    let work = Effect<String>.task {
      try await turnstile.pass()
      return "done"
    }
    script.effects["a"] = { work.cancellable(id: "x") }
    script.effects["b"] = { work.cancellable(id: "x", cancelInFlight: true) }
    for action in ["a", "a"] { store.send(action) }
    await quiet()
    #expect(store.counts.works == 2)
    store.send("b")
    await quiet()
    #expect(store.counts.works == 1)
    turnstile.open()
    await quiet()
    #expect(store.current == ["a", "a", "b", "done"])
  }
}

struct `The action of an immediate effect` {
  @Test func `is that of an action, of work, or none`() {
    #expect(Effect<Int>.none.answerAtOnce() == nil)
    #expect(Effect.send(1).answerAtOnce() == 1)
    #expect(Effect.perform { 2 }.answerAtOnce() == 2)
    #expect(Effect<Int>.perform { nil }.answerAtOnce() == nil)
  }

  @Test func `does not exist if the effect may suspend`() async {
    await #expect(processExitsWith: .failure) {
      _ = Effect<Int>.task { 1 }.answerAtOnce()
    }
    await #expect(processExitsWith: .failure) {
      _ = Effect<Int>.cancel(id: 1).answerAtOnce()
    }
  }
}
