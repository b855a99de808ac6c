import FlowTesting
import Testing

/// Loses an update if one call comes between the two halves of another.
private actor Account {
  private(set) var balance = 0
  private let clock: VirtualClock

  init(clock: VirtualClock) { self.clock = clock }

  func deposit(_ amount: Int) async throws {
    let before = balance
    // Suspends, so that other calls may run.
    try await clock.sleep(for: .zero)
    balance = before + amount
  }

  func depositAtOnce(_ amount: Int) { balance += amount }
}

private struct LostUpdate: Error, Equatable { let balance: Int }

@Suite(.timeLimit(.minutes(20)))
struct `Exploring interleavings` {
  @Test func `finds an update that is lost, and loses it again`() throws {
    let failure = #expect(throws: ExplorationFailure.self) {
      try VirtualTime.explore(seeds: 0..<1_000) { time, _ in
        let account = Account(clock: time.clock)
        async let first: Void = account.deposit(1)
        async let second: Void = account.deposit(2)
        _ = try await (first, second)
        let balance = await account.balance
        if balance != 3 { throw LostUpdate(balance: balance) }
      }
    }
    #expect(failure?.isReproducible == true)
    #expect(failure?.error as? LostUpdate != nil)
    #expect(failure?.description.contains("same interleaving: LostUpdate") == true)
  }

  @Test func `succeeds for code that is correct in every order`() throws {
    let exploration = try VirtualTime.explore(seeds: 5..<205) { time, _ in
      let account = Account(clock: time.clock)
      async let first: Void = account.depositAtOnce(1)
      async let second: Void = account.depositAtOnce(2)
      _ = await (first, second)
      try #require(await account.balance == 3)
    }
    #expect(exploration.runs == 200)
    #expect((2...20).contains(exploration.interleavings))
  }

  @Test func `reports that a failure cannot be reproduced`() throws {
    let ledger = Ledger()
    let failure = #expect(throws: ExplorationFailure.self) {
      try VirtualTime.explore(seeds: 0..<10) { _, _ in
        await ledger.add(1)
        if await ledger.entries.count == 3 { throw LostUpdate(balance: 0) }
      }
    }
    #expect(failure?.seed == 2)
    #expect(failure?.runsBefore == 2)
    #expect(failure?.isReproducible == false)
    #expect(failure?.description.hasPrefix("seed 2 fails after 2 successful runs") == true)
  }

  @Test func `a deadlock is a failure`() throws {
    let failure = #expect(throws: ExplorationFailure.self) {
      try VirtualTime.explore(seeds: 0..<10) { _, _ in
        let (stream, feed) = AsyncStream.makeStream(of: Int.self)
        for await _ in stream {}
        feed.finish()
      }
    }
    #expect((failure?.error as? VirtualTimeError)?.reason == .deadlock)
    #expect(failure?.isReproducible == true)
  }

  @Test func `tasks that sleep after the end are cancelled`() throws {
    let journal = Journal()
    try VirtualTime.explore(seeds: 0..<1) { time, _ in
      time.task { _ in
        defer { journal.note("gone") }
        try await time.clock.sleep(for: .seconds(9))
      }
      try await time.clock.sleep(for: .seconds(1))
    }
    #expect(journal.entries == ["gone"])
  }
}
