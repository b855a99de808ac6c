import FlowCore
import FlowTesting
import Testing

private enum Ask: Equatable {
  case debounced(Int)
  case throttled(Int, latest: Bool)
  case sequence(Int)
  case forget(Int)
  case slow(seconds: Int)
  case stop
  case answered(Int)
  case late
}

/// Each effect sends its number.
private struct Asking: Reducer {
  let clock: ManualClock

  func reduce(into state: inout [Int], action: Ask) -> Effect<Ask> {
    switch action {
    case .debounced(let number):
      return .send(.answered(number)).debounced(id: "id", for: .seconds(10), clock: clock)
    case .throttled(let number, let latest):
      return .send(.answered(number))
        .throttled(id: "id", for: .seconds(10), clock: clock, latest: latest)
    case .sequence(let number):
      return .concatenate(
        .send(.answered(number)).throttled(id: "id", for: .seconds(10), clock: clock)
          .cancellable(id: number), .send(.answered(-number)))
    case .forget(let number): return .cancel(id: number)
    case .slow(let seconds):
      return .concatenate(
        .delay(for: .seconds(seconds), clock: clock), .send(.answered(seconds))
      )
      .timeout(after: .seconds(5), clock: clock, answer: .late)
    case .stop: return .cancel(id: "id")
    case .answered(let number): state.append(number)
    case .late: state.append(-1)
    }
    return .none
  }
}

@MainActor
struct `Effects in time` {
  private let clock = ManualClock()
  private let store: Store<Asking>

  init() { store = Store(initialState: [], reducer: Asking(clock: clock)) }

  @Test func `a debounced effect runs once it has been quiet for so long`() async {
    store.send(.debounced(1))
    await clock.advance(by: .seconds(9))
    store.send(.debounced(2))
    await clock.advance(by: .seconds(9))
    #expect(store.current == [])
    await clock.advance(by: .seconds(1))
    #expect(store.current == [2])
    store.send(.debounced(3))
    store.send(.stop)
    await clock.advance(by: .seconds(20))
    #expect(store.current == [2])
    #expect(store.effectsInFlight == 0)
  }

  @Test
  func
    `a throttled effect starts immediately, and the last of the others at the end of the interval`()
    async
  {
    for number in 1...3 { store.send(.throttled(number, latest: true)) }
    #expect(store.current == [1])
    await clock.advance(by: .seconds(10))
    #expect(store.current == [1, 3])
    store.send(.throttled(4, latest: true))
    #expect(store.current == [1, 3], "what ran at the end began another quiet time")
    await clock.advance(by: .seconds(10))
    #expect(store.current == [1, 3, 4])
    await clock.advance(by: .seconds(10))
    store.send(.throttled(5, latest: true))
    #expect(store.current == [1, 3, 4, 5])
  }

  @Test func `a throttle without the latest effect drops the others`() async {
    for number in 1...3 { store.send(.throttled(number, latest: false)) }
    await clock.advance(by: .seconds(10))
    #expect(store.current == [1])
    store.send(.throttled(4, latest: false))
    #expect(store.current == [1, 4])
  }

  @Test func `an effect that waits for the interval ends when it is cancelled`() async {
    store.send(.sequence(1))
    store.send(.sequence(2))
    #expect(store.current == [1, -1])
    store.send(.forget(2))
    await clock.advance(by: .seconds(1))
    #expect(
      store.current == [1, -1, -2], "who waits for it is not kept until the quiet time is over")
    await clock.advance(by: .seconds(20))
    #expect(store.current == [1, -1, -2])
  }

  @Test func `a cancellation ends the interval and the waiting effect`() async {
    store.send(.throttled(1, latest: true))
    store.send(.throttled(2, latest: true))
    store.send(.stop)
    store.send(.throttled(3, latest: true))
    #expect(store.current == [1, 3])
    await clock.advance(by: .seconds(30))
    #expect(store.current == [1, 3])
    #expect(store.effectsInFlight == 0)
  }

  /// A run that is cancelled after a number of turns, one of which is between the end of the
  /// interval and its handling by the store.
  @Test(arguments: 0..<40)
  func `an effect that waits for the interval never starts if its run was cancelled before`(
    turns: Int
  ) async {
    store.send(.throttled(1, latest: true))
    let store = store
    let run = Task { @MainActor in await store.sendAndWait(.throttled(2, latest: true)) }
    for _ in 0..<20 { await Task.yield() }
    let cancelling = Task { @MainActor in
      for _ in 0..<turns { await Task.yield() }
      run.cancel()
      return store.current
    }
    await clock.advance(by: .seconds(10))
    let before = await cancelling.value
    await run.value
    #expect(store.current == before)
  }

  @Test func `a throttled effect of a cancelled run ends immediately and replaces no other`() async
  {
    store.send(.throttled(1, latest: true))
    store.send(.throttled(2, latest: true))
    let ended = await sendInCancelledTask(.throttled(3, latest: true))
    for _ in 0..<100 { await Task.yield() }
    #expect(ended.isTrue)
    await clock.advance(by: .seconds(20))
    #expect(store.current == [1, 2])
    #expect(store.effectsInFlight == 0)
  }

  @Test func `a throttled effect of a cancelled run opens no interval`() async {
    let ended = await sendInCancelledTask(.throttled(1, latest: false))
    store.send(.throttled(2, latest: false))
    #expect(store.current == [2])
    #expect(ended.isTrue)
  }

  /// Returns an object that indicates whether the run has ended. The action has been handled.
  private func sendInCancelledTask(_ action: Ask) async -> Ended {
    let (store, ended) = (store, Ended())
    Task { @MainActor in
      withUnsafeCurrentTask { $0?.cancel() }
      await store.sendAndWait(action)
      ended.isTrue = true
    }
    for _ in 0..<20 { await Task.yield() }
    return ended
  }

  @Test func `a run waits for a throttled effect until it has run or was replaced`() async {
    store.send(.throttled(1, latest: true))
    let store = store
    let second = Task { @MainActor in await store.sendAndWait(.throttled(2, latest: true)) }
    let ended = Ended()
    let watch = Task { @MainActor in
      await second.value
      ended.isTrue = true
    }
    for _ in 0..<100 { await Task.yield() }
    #expect(!ended.isTrue)
    store.send(.throttled(3, latest: true))
    await watch.value
    #expect(store.current == [1])
    await clock.advance(by: .seconds(10))
    #expect(store.current == [1, 3])
  }

  @Test func `a slow effect is cancelled and its timeout sends an action`() async {
    store.send(.slow(seconds: 3))
    store.send(.slow(seconds: 8))
    await clock.advance(by: .seconds(3))
    #expect(store.current == [3])
    await clock.advance(by: .seconds(2))
    #expect(store.current == [3, -1])
    await clock.advance(by: .seconds(30))
    #expect(store.current == [3, -1])
    #expect(store.effectsInFlight == 0)
  }
}

/// The sender of an action.
private enum Sending {
  @TaskLocal static var sender = "unknown"
}

private enum Note: Equatable {
  case throttled, debounced, inSequence, following
  case seen(sender: String)
}

/// Sends the task-local sender of the effect.
private struct Noting: Reducer {
  let clock: ManualClock

  func reduce(into state: inout [Note], action: Note) -> Effect<Note> {
    let note = Effect.task { Note.seen(sender: Sending.sender) }
    switch action {
    case .throttled: return note.throttled(id: "id", for: .seconds(10), clock: clock)
    case .debounced: return note.debounced(id: "id", for: .seconds(10), clock: clock)
    case .inSequence:
      return .concatenate(.delay(for: .seconds(10), clock: clock), .send(.following))
    case .following: return note
    case .seen:
      state.append(action)
      return .none
    }
  }
}

@MainActor
struct `The task-local values of effects` {
  private let clock = ManualClock()
  private let store: Store<Noting>

  init() { store = Store(initialState: [], reducer: Noting(clock: clock)) }

  private func send(_ action: Note, by sender: String) async {
    let store = store
    // In another task, because the values of this one would be those of all tasks that it starts.
    await Task { Sending.$sender.withValue(sender) { store.send(action) } }.value
  }

  @Test func `are those of the sender, also for a throttled effect that waits`() async {
    await send(.throttled, by: "first")
    await send(.throttled, by: "replaced")
    await send(.throttled, by: "second")
    await clock.advance(by: .seconds(10))
    await send(.throttled, by: "third")
    await clock.advance(by: .seconds(20))
    let senders = store.current.map { if case .seen(let sender) = $0 { sender } else { "" } }
    #expect(senders == ["first", "second", "third"])
    #expect(store.effectsInFlight == 0)
  }

  @Test(arguments: [Note.debounced, .inSequence])
  fileprivate func `stay those of the sender after a delay`(_ action: Note) async {
    await send(action, by: "first")
    await clock.advance(by: .seconds(10))
    let senders = store.current.map { if case .seen(let sender) = $0 { sender } else { "" } }
    #expect(senders == ["first"])
  }
}

@MainActor
struct `A test of a throttled effect` {
  private final class Failures {
    var all: [String] = []
  }

  private let clock = ManualClock()
  private let failures = Failures()

  private func testStore() -> TestStore<Asking> {
    let failures = failures
    return TestStore(
      initialState: [], reducer: Asking(clock: clock),
      record: { failures.all.append($0.description) })
  }

  @Test
  func `fails at finish while the interval is in flight, for which sendAndWait does not wait`()
    async
  {
    let plain = Store(initialState: [], reducer: Asking(clock: clock))
    await plain.sendAndWait(.throttled(1, latest: true))
    #expect(plain.effectsInFlight == 1)
    let store = testStore()
    store.send(.throttled(1, latest: true))
    await store.receive(.answered(1)) { $0 = [1] }
    await store.finish(within: .zero)
    #expect(failures.all.count == 1)
    #expect(failures.all[0].hasPrefix("the test ended with effects in flight (1)"))
  }

  @Test(arguments: [false, true])
  func `passes when the clock has moved past the interval, or the effects are skipped`(
    isSkipping: Bool
  ) async {
    let store = testStore()
    store.send(.throttled(1, latest: true))
    await store.receive(.answered(1)) { $0 = [1] }
    if isSkipping { store.skipEffects() } else { await clock.advance(by: .seconds(10)) }
    await store.finish()
    #expect(failures.all == [])
  }
}

@MainActor
private final class Ended {
  var isTrue = false
}
