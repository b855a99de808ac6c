import FlowCore
import FlowTesting
import Testing

private struct Ticker: Equatable {
  var count = 0
  var isTicking = false
}

private enum TickerAction: Equatable {
  case start
  case stop
  case ticked
  case load
  case loaded(Int)
}

private struct TickerReducer: Reducer {
  let clock: ManualClock

  func reduce(into state: inout Ticker, action: TickerAction) -> Effect<TickerAction> {
    switch action {
    case .start:
      state.isTicking = true
      let clock = clock
      return .run { send in
        while true {
          try await clock.sleep(for: .seconds(1))
          send(.ticked)
        }
      }.cancellable(id: "ticks")
    case .stop:
      state.isTicking = false
      return .cancel(id: "ticks")
    case .ticked:
      state.count += 1
      return .none
    case .load: return .send(.loaded(7))
    case .loaded(let count):
      state.count = count
      return .none
    }
  }
}

@MainActor
struct `A test store` {
  private final class Failures {
    var all: [String] = []
  }

  private let clock = ManualClock()
  private let failures = Failures()

  private func store() -> TestStore<TickerReducer> {
    let failures = failures
    return TestStore(
      initialState: Ticker(), reducer: TickerReducer(clock: clock),
      record: { failures.all.append($0.description) })
  }

  @Test func `accepts a complete test`() async {
    let store = store()
    store.send(.start) { $0.isTicking = true }
    await clock.advance(by: .seconds(2))
    await store.receive(.ticked) { $0.count = 1 }
    await store.receive(.ticked) { $0.count = 2 }
    store.send(.stop) { $0.isTicking = false }
    await store.finish()
    #expect(failures.all == [])
  }

  @Test func `reports a change that was not stated`() async {
    let store = store()
    store.send(.start)
    store.send(.stop)
    await store.finish()
    #expect(
      failures.all == [
        """
        send(start): the state is not the expected one (expected → found)
        isTicking: false → true
        """,
        """
        send(stop): the state is not the expected one (expected → found)
        isTicking: true → false
        """,
      ])
  }

  @Test func `reports a stated change that did not occur`() async {
    let store = store()
    store.send(.stop) { $0.count = 5 }
    await store.finish()
    #expect(failures.all.first?.hasSuffix("count: 5 → 0") == true)
  }

  @Test func `requires actions to be received before the next action and before the end`() async {
    let store = store()
    store.send(.load)
    store.send(.load)
    await store.finish()
    #expect(failures.all.count == 2)
    #expect(failures.all.first?.contains("receive the actions of effects first: loaded(7)") == true)
    #expect(failures.all.last == "the test ended before it received loaded(7)")
  }

  @Test func `reports the action that was received instead`() async {
    let store = store()
    store.send(.load)
    await store.receive(.ticked) { $0.count = 1 }
    await store.finish()
    #expect(failures.all == ["receive(ticked): received another action: loaded(7)"])
  }

  @Test func `reports that no action was received, and why`() async {
    let store = store()
    await store.receive(.ticked)
    store.send(.start) { $0.isTicking = true }
    await store.receive(.ticked, within: .milliseconds(20))
    store.send(.stop) { $0.isTicking = false }
    await store.finish()
    #expect(
      failures.all == [
        "receive(ticked): received no action; no effect is in flight",
        "receive(ticked): received no action; effects in flight (1): advance their clock, or wait "
          + "longer than 0.02 seconds",
      ])
  }

  @Test func `fails if an effect outlives the test`() async {
    var store: TestStore? = store()
    store?.send(.start) { $0.isTicking = true }
    store = nil
    #expect(failures.all.count == 1)
    #expect(failures.all.first?.contains("effects in flight (1)") == true)
    let finished = self.store()
    finished.send(.start) { $0.isTicking = true }
    await finished.finish(within: .zero)
    #expect(failures.all.count == 2)
  }

  @Test func `compares only stated changes if it is not exhaustive`() async {
    let store = store()
    store.isExhaustive = false
    store.send(.start)
    await clock.advance(by: .seconds(3))
    await store.receive(where: { $0 == .ticked }) { $0.count = 1 }
    store.send(.load)
    await store.receive(.loaded(7)) { $0.isTicking = true }
    store.send(.stop) { $0.isTicking = true }
    await store.finish()
    #expect(failures.all.count == 1)
    #expect(failures.all.first?.hasSuffix("isTicking: true → false") == true)
  }

  @Test func `refuses actions after it has finished`() async {
    let store = store()
    await store.finish()
    store.send(.load)
    #expect(failures.all == ["send(load): the store is finished; send before finish()"])
    #expect(store.state == Ticker())
  }

  @Test func `refuses to send while it handles another action`() async {
    let store = store()
    let token = store.view.subscribe(to: \.count) { [unowned store] count in
      if count < 5 { store.send(.loaded(5)) { $0.count = 5 } }
    }
    store.send(.loaded(1)) { $0.count = 1 }
    await store.receive(.loaded(5)) { $0.count = 5 }
    // Also while it handles an action that it did not send.
    store.view.send(.loaded(2))
    await store.receive(.loaded(2)) { $0.count = 2 }
    await store.receive(.loaded(5)) { $0.count = 5 }
    await store.finish()
    let failure =
      "send(loaded(5)): the store is handling another action; send to `view` instead"
    #expect(failures.all == [failure, failure])
    withExtendedLifetime(token) {}
  }

  @Test func `compares no other action if an observer skips the one that is sent`() async {
    let failures = failures
    let store = TestStore(
      initialState: 0,
      reducer: Reduce<Int, Int> { state, action in
        state += action
        return action == 1 ? .send(10) : .none
      }, record: { failures.all.append($0.description) })
    let token = store.view.subscribe(to: \.self) { [unowned store] state in
      if state == 1 { store.skipReceived() }
    }
    store.send(1) { $0 = 1 }
    await store.receive(10) { $0 = 11 }
    await store.finish()
    #expect(failures.all == [])
    withExtendedLifetime(token) {}
  }

  @Test func `accepts skipped actions and effects`() async {
    let store = store()
    store.send(.start) { $0.isTicking = true }
    store.send(.load)
    store.skipReceived()
    store.skipEffects()
    await store.finish()
    #expect(failures.all == [])
  }

  @Test func `receives actions of its views`() async {
    let store = store()
    store.view.send(.loaded(3))
    await store.receive(.loaded(3)) { $0.count = 3 }
    await store.finish()
    #expect(failures.all == [])
  }

  @Test func `records issues of the test by default`() {
    withKnownIssue {
      let store = TestStore(initialState: Ticker(), reducer: TickerReducer(clock: clock))
      store.send(.loaded(1))
    } matching: { issue in
      "\(issue)".contains("count: 0 → 1")
    }
  }
}

@MainActor
struct `A test store whose state holds a NaN` {
  private struct Meter: Equatable {
    var level = Double.nan
    var readings: [Int] = []
  }

  @Test func `accepts an unchanged NaN`() async {
    var failures: [String] = []
    let store = TestStore(
      initialState: Meter(),
      reducer: Reduce<Meter, Int> { state, action in
        state.readings.append(action)
        return .none
      }, record: { failures.append($0.description) })
    store.send(1) { $0.readings = [1] }
    store.send(2)
    await store.finish()
    #expect(failures.count == 1)
    #expect(failures.first?.hasSuffix("readings[1]: + 2") == true)
  }
}
