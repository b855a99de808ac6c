import FlowTesting
import Synchronization
import Testing

/// The entries of tasks on any executor.
final class Journal: Sendable {
  private let lines = Mutex<[String]>([])

  var entries: [String] { lines.withLock { $0 } }
  func note(_ entry: String) { lines.withLock { $0.append(entry) } }
}

/// An actor without a custom executor.
actor Ledger {
  private(set) var entries: [Int] = []
  func add(_ entry: Int) { entries.append(entry) }
}

private func orderOfThree(
  seed: UInt64, order: VirtualExecutor.Order = .seeded
) throws -> (order: [Int], fingerprint: UInt64) {
  let time = VirtualTime(seed: seed, order: order)
  let ledger = Ledger()
  let entries = try time.run { _ in
    await withDiscardingTaskGroup { group in
      for number in 0..<3 { group.addTask { await ledger.add(number) } }
    }
    return await ledger.entries
  }
  #expect(time.foreignJobs == 0)
  return (entries, time.fingerprint)
}

@Suite(.timeLimit(.minutes(20)))
struct `Virtual time` {
  @Test func `the same seed makes the same interleaving`() throws {
    for seed in 0..<UInt64(1_000) {
      let (first, second) = (try orderOfThree(seed: seed), try orderOfThree(seed: seed))
      #expect(first == second)
    }
  }

  @Test func `seeds find every order of three tasks with equal probability`() throws {
    var counts: [[Int]: Int] = [:]
    for seed in 0..<UInt64(6_000) { counts[try orderOfThree(seed: seed).order, default: 0] += 1 }
    #expect(counts.count == 6)
    // A thousand each, with a standard deviation of 29.
    for (order, count) in counts { #expect((850...1_150).contains(count), "\(order): \(count)") }
  }

  @Test func `first in, first out does not depend on the seed`() throws {
    for seed in 0..<UInt64(50) {
      #expect(try orderOfThree(seed: seed, order: .firstInFirstOut).order == [0, 1, 2])
    }
  }

  @Test(arguments: [VirtualExecutor.Order.seeded, .firstInFirstOut])
  func `runs every job of very many once`(order: VirtualExecutor.Order) throws {
    let time = VirtualTime(seed: 7, order: order)
    let ledger = Ledger()
    let entries = try time.run { _ in
      await withDiscardingTaskGroup { group in
        for number in 0..<20_000 { group.addTask { await ledger.add(number) } }
      }
      return await ledger.entries
    }
    #expect(entries.sorted() == Array(0..<20_000))
    #expect((entries == Array(0..<20_000)) == (order == .firstInFirstOut))
  }

  @Test func `returns the result of the body, and throws its error`() throws {
    struct Refused: Error {}
    let time = VirtualTime(seed: 1)
    #expect(try time.run { _ in 7 } == 7)
    #expect(throws: Refused.self) { try time.run { _ in throw Refused() } }
    #expect(try time.run { _ in time.clock.now } == .init())
  }

  @Test func `runs inside a task of another executor`() async throws {
    let time = VirtualTime(seed: 1)
    let sum = try time.run { _ in
      async let one = Ledger().entries.count + 1
      async let two = 2
      return await one + two
    }
    await Task.yield()
    #expect(sum == 3)
    #expect(time.foreignJobs == 0)
  }

  @Test func `nested groups, child tasks, actors and streams stay in virtual time`() throws {
    let time = VirtualTime(seed: 3)
    let (stream, feed) = AsyncStream.makeStream(of: Int.self)
    let ledger = Ledger()
    let sum = try time.run { actor in
      async let fed: Void = withDiscardingTaskGroup { outer in
        for group in 0..<4 {
          outer.addTask {
            await withDiscardingTaskGroup { inner in
              for number in 0..<4 {
                inner.addTask {
                  try? await time.clock.sleep(for: .seconds(number))
                  await ledger.add(group)
                  feed.yield(number)
                }
              }
            }
          }
        }
      }
      async let received = stream.reduce(0, +)
      await fed
      feed.finish()
      return await received
    }
    #expect(sum == 24)
    #expect(time.foreignJobs == 0)
    #expect(time.clock.now.offset == .seconds(3))
  }

  @Test func `a task of virtual time stays in it, and a plain task starts in it`() throws {
    let time = VirtualTime(seed: 3)
    let ledger = Ledger()
    try time.run { actor in
      await Task { actor.assertIsolated() }.value
      try await time.task { actor in
        await ledger.add(1)
        try await time.clock.sleep(for: .seconds(1))
        actor.assertIsolated()
      }.value
    }
    #expect(time.foreignJobs == 0)
    #expect(time.clock.now.offset == .seconds(1))
  }

  @Test func `calls between actors take turns`() throws {
    let exploration = try VirtualTime.explore(seeds: 0..<100) { time, _ in
      let other = VirtualActor(executor: time.executor)
      let journal = Journal()
      let tasks = ["a", "b"].map { name in
        time.task { _ in await note(name, in: journal, on: other) }
      }
      for task in tasks { try await task.value }
      try #require(journal.entries.sorted() == ["a", "b"])
    }
    #expect(exploration.interleavings > 2)
  }

  @Test func `a body that waits for nothing is a deadlock`() throws {
    let time = VirtualTime(seed: 5)
    let (stream, feed) = AsyncStream.makeStream(of: Int.self)
    let error = #expect(throws: VirtualTimeError.self) {
      try time.run { _ in
        try await time.clock.sleep(for: .seconds(2))
        for await _ in stream {}
        try Task.checkCancellation()
      }
    }
    #expect(error?.reason == .deadlock)
    #expect(error?.seed == 5)
    #expect(error?.now.offset == .seconds(2))
    let jobs = error?.jobs ?? 0
    #expect(
      error?.description.hasPrefix("deadlock at 2.0 seconds after \(jobs) jobs (seed 5") == true)
    feed.finish()
    #expect(try time.run { _ in 1 } == 1, "time goes on after a deadlock")
  }

  @Test func `a body that sleeps past the limit is overdue`() throws {
    let time = VirtualTime(seed: 5)
    let error = #expect(throws: VirtualTimeError.self) {
      try time.run(until: .init(offset: .seconds(10))) { _ in
        while true { try await time.clock.sleep(for: .seconds(4)) }
      }
    }
    #expect(error?.reason == .overdue)
    #expect(error?.now.offset == .seconds(8))
    #expect(time.clock.sleeperCount == 0, "the body was called off")
  }

  @Test func `remaining work continues in the next run`() throws {
    let time = VirtualTime(seed: 5)
    let journal = Journal()
    try time.run { _ in
      _ = time.task { _ in
        for second in 1...3 {
          try await time.clock.sleep(for: .seconds(1))
          journal.note("\(second)")
        }
      }
    }
    #expect(journal.entries == [])
    time.run(until: .init(offset: .milliseconds(2_500)))
    #expect(journal.entries == ["1", "2"])
    #expect(time.clock.now.offset == .milliseconds(2_500))
    time.run()
    #expect(journal.entries == ["1", "2", "3"])
    #expect(time.clock.now.offset == .seconds(3))
  }

  @Test func `is not driven from within itself`() async {
    await #expect(processExitsWith: .failure) {
      let time = VirtualTime(seed: 1)
      try time.run { _ in time.run() }
    }
  }
}

private func note(
  _ name: String, in journal: Journal, on actor: isolated VirtualActor
) async { journal.note(name) }
