import FlowCore
import FlowTestSupport
import Testing

private struct Failure: Error {}

/// Returns the effect of the test for "a", cancels "x" for "stop", and appends all actions.
private struct Asking: Reducer {
  let effect: () -> Effect<String>

  func reduce(into state: inout [String], action: String) -> Effect<String> {
    state.append(action)
    return switch action {
    case "a": effect()
    case "stop": .cancel(id: "x")
    default: .none
    }
  }
}

/// A reference to a store, for its effects.
private final class Holder {
  var store: Store<Asking>?
}

private func store(
  _ faults: Log<StoreFault.Kind> = Log(), _ effect: @escaping () -> Effect<String>
) -> Store<Asking> {
  Store(initialState: [], reducer: Asking(effect: effect), faults: { faults.add($0.kind) })
}

/// Returns an effect that suspends and sends.
private func answer(_ text: String) -> Effect<String> {
  .task {
    await Task.yield()
    return text
  }
}

// In processes of their own, away from the main actor.
@Suite(.timeLimit(.minutes(20)))
struct `A run of a store without an actor` {
  @Test func `performs a stream with several actions`() async {
    await #expect(processExitsWith: .success) {
      let store = store {
        .run { send in
          send("1")
          await Task.yield()
          send("2")
        }
      }
      await store.sendAndWait("a")
      #expect(store.current == ["a", "1", "2"])
      #expect(store.effectsInFlight == 0)
    }
  }

  @Test func `observes until the next change after a sequence was cancelled`() async {
    await #expect(processExitsWith: .success) {
      let store = store { .none }
      for await _ in store.states(of: \.count, buffer: .unbounded) { break }
      #expect(store.isObserved)
      await store.sendAndWait("b")
      #expect(!store.isObserved)
    }
  }

  @Test func `performs merged work in order`() async {
    await #expect(processExitsWith: .success) {
      let store = store { .merge(answer("1"), answer("2"), answer("3"), .send("4")) }
      await store.sendAndWait("a")
      #expect(store.current == ["a", "4", "1", "2", "3"])
      #expect(store.effectsInFlight == 0)
    }
  }

  @Test func `performs several streams in order`() async {
    await #expect(processExitsWith: .success) {
      let store = store {
        .merge(
          ["1", "2", "3"].map { text in
            .run { send in
              await Task.yield()
              send(text)
            }
          })
      }
      await store.sendAndWait("a")
      #expect(store.current == ["a", "1", "2", "3"])
    }
  }

  @Test func `performs a sequence and a delay in order`() async {
    await #expect(processExitsWith: .success) {
      let clock = ContinuousClock()
      let store = store {
        .concatenate(answer("1"), .delay(for: .milliseconds(20), clock: clock), answer("2"))
      }
      let start = clock.now
      await store.sendAndWait("a")
      await store.sendAndWait("a")
      // A clock never wakes a task too early.
      #expect(clock.now - start >= .milliseconds(40))
      #expect(store.current == ["a", "1", "2", "a", "1", "2"])
      #expect(store.effectsInFlight == 0)
    }
  }

  @Test func `reports an error as a fault`() async {
    await #expect(processExitsWith: .success) {
      for effect: Effect<String> in [
        .task { throw Failure() },
        .run { _ in throw Failure() },
        .merge(.task { throw Failure() }, answer("1")),
        .merge(answer("1"), .task { throw Failure() }),
      ] {
        let faults = Log<StoreFault.Kind>()
        let store = store(faults) { effect }
        await store.sendAndWait("a")
        #expect(faults.entries == [.effectFailed])
      }
    }
  }

  @Test func `sends nothing when another effect cancels it`() async {
    await #expect(processExitsWith: .success) {
      let store = store {
        .merge(
          .run { send in
            send("1")
            send("2")
          }
          .cancellable(id: "x"), .cancel(id: "x"))
      }
      await store.sendAndWait("a")
      #expect(store.current == ["a"])
    }
  }

  @Test func `ends a stream that its own action cancels`() async {
    await #expect(processExitsWith: .success) {
      let clock = ContinuousClock()
      let store = store {
        .merge(
          .run { send in
            for number in 0... {
              try await clock.sleep(for: .milliseconds(1))
              send(number == 2 ? "stop" : "\(number)")
            }
          }
          .cancellable(id: "x"), answer("2"))
      }
      await store.sendAndWait("a")
      #expect(store.current == ["a", "0", "1", "stop", "2"])
      #expect(store.effectsInFlight == 0)
    }
  }

  @Test func `performs no effects of others within a nested run`() async {
    await #expect(processExitsWith: .success) {
      let holder = Holder()
      let store = store {
        .merge(
          .task {
            await holder.store?.sendAndWait("y")
            return nil
          }
          .cancellable(id: "x"),
          .run { send in
            send("stop")
            await Task.yield()
            send("done")
          })
      }
      holder.store = store
      await store.sendAndWait("a")
      #expect(store.current == ["a", "y", "stop", "done"])
    }
  }

  @Test func `does not perform work that was cancelled before`() async {
    await #expect(processExitsWith: .success) {
      let performed = Log<String>()
      let work = Effect<String>.task {
        performed.add("work")
        return nil
      }
      let store = store {
        .merge(
          answer("stop"), .merge(work, work).cancellable(id: "x"),
          .run { _ in performed.add("stream") }.cancellable(id: "x"),
          .delay(for: .seconds(1_000), clock: ContinuousClock()).cancellable(id: "x"), work)
      }
      await store.sendAndWait("a")
      #expect(store.current == ["a", "stop"])
      #expect(performed.entries == ["work"])
      #expect(store.effectsInFlight == 0)
    }
  }

  @Test func `performs no further work after its task was cancelled`() async {
    await #expect(processExitsWith: .success) {
      let (started, performed) = (Gate(), Log<String>())
      let running = Task {
        let work = Effect<String>.task {
          performed.add("work")
          return nil
        }
        let store = store {
          .merge(
            .task {
              started.open()
              try? await Task.sleep(for: .seconds(1_000))
              return nil
            }, work, .run { _ in performed.add("stream") }, work)
        }
        await store.sendAndWait("a")
        return store.effectsInFlight
      }
      await started.wait()
      running.cancel()
      #expect(await running.value == 0)
      #expect(performed.entries == [])
    }
  }
}

private enum Unsupported: Int, CaseIterable, Codable {
  case task, stream, merge, afterRun, timeout, throttled

  func perform() async {
    let clock = ContinuousClock()
    switch self {
    case .task: store { answer("1") }.send("a")
    case .stream: store { .run { _ in } }.send("a")
    case .merge: store { .merge(answer("1"), answer("2")) }.send("a")
    case .afterRun:
      let store = store { answer("1") }
      await store.sendAndWait("a")
      store.send("a")
    case .timeout:
      await store { answer("1").timeout(after: .seconds(1), clock: clock) }.sendAndWait("a")
    case .throttled:
      await store { answer("1").throttled(id: "x", for: .seconds(1), clock: clock) }.sendAndWait(
        "a")
    }
  }
}

struct `An effect that needs an actor` {
  @Test(arguments: Unsupported.allCases)
  fileprivate func `stops the program in a store without one`(effect: Unsupported) async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      [effect = effect as Unsupported] in
      await effect.perform()
    }
    #if DEBUG
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(text.contains("requires a store with an actor"))
    #endif
  }
}
