import FlowTesting
import Foundation
import Testing

/// Runs a closure on a new thread, because a wait in real time must not block a thread of the
/// global executor.
private func onOwnThread(_ body: @escaping @Sendable () throws -> Void) async throws {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}

/// Runs a closure on another thread while the caller waits.
private func onOtherThread(_ body: @escaping @Sendable () -> Void) {
  let isDone = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    body()
    isDone.signal()
  }
  isDone.wait()
}

@Suite(.timeLimit(.minutes(20)))
struct `Work that leaves virtual time` {
  @Test func `is counted when it returns`() throws {
    let time = VirtualTime(seed: 1)
    let (stream, feed) = AsyncStream.makeStream(of: Int.self)
    try time.run { _ in
      let receiving = time.task { _ in await stream.first { $0 > 0 } }
      try await time.clock.sleep(for: .seconds(1))
      onOtherThread { feed.yield(7) }
      #expect(try await receiving.value == 7)
    }
    #expect(time.foreignJobs == 1)
    #expect(time.clock.now.offset == .seconds(1))
  }

  @Test func `is awaited within a limit`() async throws {
    try await onOwnThread {
      let time = VirtualTime(seed: 1, waitLimit: .seconds(3_600))
      let sum = try time.run { _ in await Task.detached { 3 }.value + 4 }
      #expect(sum == 7)
      #expect(time.foreignJobs == 1)
    }
  }

  @Test func `may sleep in virtual time, and be cancelled`() async throws {
    try await onOwnThread {
      let time = VirtualTime(seed: 1, waitLimit: .seconds(3_600))
      try time.run { _ in
        let detached = Task.detached { try await time.clock.sleep(for: .seconds(5)) }
        try await detached.value
        let cancelled = Task.detached {
          try await time.clock.sleep(until: .init(nanoseconds: .max))
        }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
      }
      #expect(time.clock.now.offset == .seconds(5))
      #expect(time.clock.sleeperCount == 0)
      #expect(time.foreignJobs > 0)
    }
  }

  @Test func `cancels a sleep from another thread`() throws {
    let time = VirtualTime(seed: 1)
    try time.run { _ in
      let sleeping = time.task { _ in try await time.clock.sleep(for: .seconds(5)) }
      try await time.clock.sleep(for: .seconds(1))
      onOtherThread { sleeping.cancel() }
      await #expect(throws: CancellationError.self) { try await sleeping.value }
    }
    #expect(time.clock.now.offset == .seconds(1))
  }

  @Test func `is not counted if it was enqueued before the run`() throws {
    let time = VirtualTime(seed: 1)
    let journal = Journal()
    for name in ["a", "b"] { time.task { _ in journal.note(name) } }
    time.run()
    #expect(journal.entries.sorted() == ["a", "b"])
    #expect(time.foreignJobs == 0)
  }

  @Test func `may return at any time, and each job runs once`() async throws {
    try await onOwnThread {
      let time = VirtualTime(seed: 1, waitLimit: .seconds(3_600))
      let sum = try time.run { _ in
        await withTaskGroup(of: Int.self) { group in
          for number in 1...500 {
            group.addTask {
              try? await time.clock.sleep(for: .milliseconds(number % 7))
              return await Task.detached { number }.value
            }
          }
          return await group.reduce(0, +)
        }
      }
      #expect(sum == 125_250)
      // Tasks that had already ended were not waited for.
      #expect((0...500).contains(time.foreignJobs))
    }
  }
}
