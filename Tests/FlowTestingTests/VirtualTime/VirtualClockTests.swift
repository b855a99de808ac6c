import FlowTesting
import Testing

@Suite(.timeLimit(.minutes(20)))
struct `Virtual clock` {
  private let time = VirtualTime(seed: 11)
  private var clock: VirtualClock { time.clock }

  @Test func `instants are nanoseconds, rounded up, and end at their bounds`() {
    typealias Instant = VirtualClock.Instant
    #expect(Instant(offset: .seconds(3)).nanoseconds == 3_000_000_000)
    #expect(Instant(offset: .seconds(100)).nanoseconds == 100_000_000_000)
    let attosecond = Duration(secondsComponent: 0, attosecondsComponent: 1)
    #expect(Instant(offset: attosecond).nanoseconds == 1)
    #expect(Instant(offset: .seconds(100) + attosecond).nanoseconds == 100_000_000_001)
    #expect(Instant(offset: .zero - attosecond).nanoseconds == 0)
    #expect(Instant(offset: .seconds(-100)).nanoseconds == -100_000_000_000)
    #expect(Instant(offset: .seconds(Int64.max)).nanoseconds == .max)
    #expect(Instant(offset: .seconds(Int64.min)).nanoseconds == .min)
    #expect(Instant(nanoseconds: .max).advanced(by: .nanoseconds(1)).nanoseconds == .max)
    #expect(Instant(nanoseconds: .min).advanced(by: .nanoseconds(-1)).nanoseconds == .min)
    #expect(
      Instant(nanoseconds: .min).duration(to: .init(nanoseconds: .max))
        == .nanoseconds(Int64.max) + .nanoseconds(Int64.max) + .nanoseconds(1))
    #expect(Instant(nanoseconds: 1) < Instant(nanoseconds: 2))
    #expect(Instant(offset: .milliseconds(1_500)).offset == .milliseconds(1_500))
    #expect(clock.minimumResolution == .nanoseconds(1))
  }

  @Test func `time jumps exactly to each deadline`() throws {
    let seen = try time.run { [clock] _ in
      var seen: [Int64] = []
      for nanoseconds in [1, 10, 3_600_000_000_000, 7] {
        try await clock.sleep(for: .nanoseconds(nanoseconds))
        seen.append(clock.now.nanoseconds)
      }
      try await Task.sleep(for: .seconds(1), clock: clock)
      seen.append(clock.now.nanoseconds)
      return seen
    }
    #expect(seen == [1, 11, 3_600_000_000_011, 3_600_000_000_018, 3_601_000_000_018])
  }

  @Test func `sleepers wake in the order of their deadlines`() throws {
    let deadlines = (0..<5_000).map { Int64(1 + $0 * 7_919 % 4_999) }
    let woken = try time.run { [clock] _ in
      await withTaskGroup(of: Int64.self) { group in
        for deadline in deadlines {
          group.addTask {
            try? await clock.sleep(until: .init(nanoseconds: deadline))
            #expect(clock.now.nanoseconds == deadline)
            return deadline
          }
        }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(woken == deadlines.sorted())
  }

  @Test func `the seed orders tasks with one deadline, or their order of arrival`() throws {
    func wakes(_ seed: UInt64, _ order: VirtualExecutor.Order) throws -> [Int] {
      let time = VirtualTime(seed: seed, order: order)
      return try time.run { _ in
        await withTaskGroup(of: Int.self) { group in
          for number in 0..<3 {
            group.addTask {
              try? await time.clock.sleep(until: .init(nanoseconds: 5))
              return number
            }
          }
          return await group.reduce(into: []) { $0.append($1) }
        }
      }
    }
    #expect(try wakes(1, .firstInFirstOut) == [0, 1, 2])
    #expect(Set(try (0..<100).map { try wakes($0, .seeded) }).count == 6)
  }

  @Test func `zero and negative durations yield without waiting`() throws {
    let journal = Journal()
    try time.run { [clock] _ in
      let other = time.task { _ in journal.note("other") }
      try await clock.sleep(for: .seconds(-1))
      for _ in 0..<20 { try await clock.sleep(for: .zero) }
      journal.note("self")
      try await other.value
    }
    #expect(journal.entries == ["other", "self"])
    #expect(clock.now == .init())
  }

  @Test func `a cancelled sleep ends at the same instant`() throws {
    try time.run { [clock, time] _ in
      let sleeping = time.task { _ in
        await #expect(throws: CancellationError.self) {
          try await clock.sleep(for: .seconds(100))
        }
        return clock.now
      }
      try await clock.sleep(until: .init(nanoseconds: 123_456_789))
      #expect(clock.sleeperCount == 1)
      sleeping.cancel()
      #expect(clock.sleeperCount == 0)
      #expect(try await sleeping.value.nanoseconds == 123_456_789)
      await #expect(throws: CancellationError.self) {
        try await time.task { _ in
          withUnsafeCurrentTask { $0?.cancel() }
          try await clock.sleep(for: .seconds(1))
        }.value
      }
    }
    time.run()
    #expect(clock.now.nanoseconds == 123_456_789, "a cancelled sleep moves no time")
  }

  @Test func `cancelled timeouts are removed`() throws {
    try time.run { [clock] _ in
      for _ in 0..<2_000 {
        await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await clock.sleep(for: .seconds(1_000_000)) }
          group.addTask { try await clock.sleep(for: .nanoseconds(1)) }
          _ = await group.nextResult()
          group.cancelAll()
        }
      }
      #expect(clock.sleeperCount == 0)
    }
    #expect(clock.now.nanoseconds == 2_000)
  }

  @Test func `100,000 tasks sleep at the same time`() throws {
    // Not children of a group, which searches all its children for each that ends.
    let sleeping = (0..<100_000).map { number in
      time.task { [clock] _ in
        try await clock.sleep(until: .init(nanoseconds: Int64(1 + number % 1_000)))
        return clock.now.nanoseconds == Int64(1 + number % 1_000)
      }
    }
    time.run(until: .init())
    #expect(clock.sleeperCount == 100_000)
    let punctual = try time.run { _ in
      var punctual = 0
      for task in sleeping where try await task.value { punctual += 1 }
      return punctual
    }
    #expect(punctual == 100_000)
    #expect(clock.now.nanoseconds == 1_000)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `an hour of ticks takes no real time`() throws {
    let ticks = try time.run { [clock] _ in
      let anyClock: any Clock<Duration> = clock
      var ticks = 0
      while clock.now.offset < .seconds(3_600) {
        try await anyClock.sleep(for: .seconds(1))
        ticks += 1
      }
      return ticks
    }
    #expect(ticks == 3_600)
    #expect(time.foreignJobs == 0)
  }
}
