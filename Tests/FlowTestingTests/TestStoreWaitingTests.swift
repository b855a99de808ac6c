import FlowCore
import FlowTesting
import Testing

private enum Ask: Equatable {
  case slow(milliseconds: Int)
  case forever
  case quiet(milliseconds: Int)
  case answered(Int)
}

/// Sends in real time, like a server.
private struct SlowReducer: Reducer {
  func reduce(into state: inout [Int], action: Ask) -> Effect<Ask> {
    switch action {
    case .slow(let milliseconds):
      return .task {
        try await Task.sleep(for: .milliseconds(milliseconds))
        return .answered(milliseconds)
      }
    case .forever:
      return .run { _ in try await Task.sleep(for: .seconds(3_600)) }
    case .quiet(let milliseconds):
      return .run { _ in try await Task.sleep(for: .milliseconds(milliseconds)) }
    case .answered(let number):
      state.append(number)
      return .none
    }
  }
}

private final class Failures {
  var all: [String] = []
}

/// Returns a test store on the caller's actor and its failures.
private func slowStore(
  isolation: isolated (any Actor)? = #isolation
) -> (store: TestStore<SlowReducer>, failures: Failures) {
  let failures = Failures()
  let store = TestStore(
    initialState: [], reducer: SlowReducer(), record: { failures.all.append($0.description) })
  return (store, failures)
}

private let longest = Duration.seconds(300)

/// An actor with a test.
private actor Bench {
  func receivesSlowAnswers() async -> [String] {
    let (store, failures) = slowStore()
    store.send(.slow(milliseconds: 200))
    await store.receive(.answered(200), within: longest) { $0 = [200] }
    await store.finish()
    return failures.all
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `A test store waits` {
  @Test func `for actions that take real time`() async {
    let (store, failures) = slowStore()
    store.send(.slow(milliseconds: 200))
    store.send(.slow(milliseconds: 400))
    await store.receive(.answered(200), within: longest) { $0 = [200] }
    await store.receive(where: { $0 == .answered(400) }, within: longest) { $0 = [200, 400] }
    await store.finish()
    #expect(failures.all == [])
  }

  @Test func `for five seconds by default`() async {
    let (store, failures) = slowStore()
    store.send(.slow(milliseconds: 200))
    await store.receive(.answered(200)) { $0 = [200] }
    store.send(.quiet(milliseconds: 200))
    await store.finish()
    #expect(failures.all == [])
    let (patient, complaints) = slowStore()
    patient.send(.forever)
    let time = await ContinuousClock().measure { await patient.receive(.answered(1)) }
    #expect(time >= .seconds(5))
    #expect(
      complaints.all == [
        "receive(answered(1)): received no action; effects in flight (1): advance their clock, or "
          + "wait longer than 5.0 seconds"
      ])
    patient.skipEffects()
    await patient.finish()
    #expect(complaints.all.count == 1)
  }

  @Test func `on other actors as well`() async {
    #expect(await Bench().receivesSlowAnswers() == [])
  }

  @Test func `until effects have ended, and no longer`() async {
    let (store, failures) = slowStore()
    store.send(.quiet(milliseconds: 200))
    let time = await ContinuousClock().measure { await store.finish(within: longest) }
    #expect(time >= .milliseconds(200) && time < longest)
    #expect(failures.all == [])
  }

  @Test func `no longer than the specified limit`() async {
    let (store, failures) = slowStore()
    store.send(.forever)
    let time = await ContinuousClock().measure {
      await store.receive(.answered(1), within: .milliseconds(50))
      await store.finish(within: .milliseconds(50))
    }
    #expect(time >= .milliseconds(100) && time < longest)
    #expect(
      failures.all == [
        "receive(answered(1)): received no action; effects in flight (1): advance their clock, or "
          + "wait longer than 0.05 seconds",
        "the test ended with effects in flight (1); cancel them, advance their clock, or call "
          + "skipEffects()",
      ])
  }

  @Test func `not at all if no effect is in flight`() async {
    let (store, failures) = slowStore()
    let idle = await ContinuousClock().measure {
      await store.receive(.answered(1), within: longest)
      store.send(.quiet(milliseconds: 10))
      await store.receive(.answered(2), within: longest)
      await store.finish(within: longest)
    }
    #expect(idle < longest)
    #expect(
      failures.all == [
        "receive(answered(1)): received no action; no effect is in flight",
        "receive(answered(2)): received no action; no effect is in flight",
      ])
  }

  @Test func `not for effects that may continue`() async {
    let (store, failures) = slowStore()
    store.isExhaustive = false
    store.send(.forever)
    let time = await ContinuousClock().measure { await store.finish(within: longest) }
    #expect(time < longest)
    #expect(failures.all == [])
  }

  @Test func `not if its task is cancelled`() async {
    let time = await ContinuousClock().measure {
      let test = Task { @MainActor in
        let (store, failures) = slowStore()
        store.send(.forever)
        await store.receive(.answered(1), within: longest)
        store.skipEffects()
        return failures.all.count
      }
      test.cancel()
      #expect(await test.value == 1)
    }
    #expect(time < longest)
  }

  @Test func `without blocking its actor`() async {
    let (store, failures) = slowStore()
    store.send(.slow(milliseconds: 100))
    var turns = 0
    let other = Task { @MainActor in
      while !Task.isCancelled {
        turns += 1
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
    await store.receive(.answered(100), within: longest) { $0 = [100] }
    other.cancel()
    await other.value
    // At least one while it waits.
    #expect(turns >= 1)
    #expect(failures.all == [])
  }
}

// MARK: - In a virtual time

private struct VirtualReducer: Reducer {
  let clock: VirtualClock

  func reduce(into state: inout Int, action: Int) -> Effect<Int> {
    state += action
    guard action == 0 else { return .none }
    let clock = clock
    return .task {
      try await clock.sleep(for: .seconds(60))
      return 7
    }
  }
}

struct `A test store in a virtual time` {
  private final class Complaints: @unchecked Sendable {
    var all: [String] = []
  }

  /// Runs a test in virtual time; returns its failures.
  private func run(
    seed: UInt64, moves: Bool
  ) throws -> (complaints: [String], time: VirtualTime) {
    let time = VirtualTime(seed: seed)
    let complaints = Complaints()
    try time.run { [clock = time.clock] _ in
      let store = TestStore(
        initialState: 0, reducer: VirtualReducer(clock: clock),
        record: { complaints.all.append($0.description) })
      store.send(0)
      if moves { try await clock.sleep(for: .seconds(61)) }
      await store.receive(7) { $0 = 7 }
      await store.finish()
    }
    return (complaints.all, time)
  }

  @Test(arguments: 0..<5 as Range<UInt64>)
  func `receives due actions, and stays in it`(seed: UInt64) throws {
    let (complaints, time) = try run(seed: seed, moves: true)
    #expect(complaints == [])
    #expect(time.foreignJobs == 0)
    #expect(time.clock.now.offset == .seconds(61))
  }

  @Test func `waits the same number of turns in every run`() throws {
    let runs = try (0..<3).map { _ in try run(seed: 1, moves: false) }
    for (complaints, time) in runs {
      #expect(
        complaints == [
          "receive(7): received no action; effects in flight (1): sleep until they are due",
          "the test ended with effects in flight (1); cancel them, advance their clock, or call "
            + "skipEffects()",
        ])
      #expect(time.foreignJobs == 0 && time.clock.now.offset == .zero)
      #expect(time.jobs == runs[0].time.jobs)
      #expect(time.fingerprint == runs[0].time.fingerprint)
    }
  }
}
