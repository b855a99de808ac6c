import FlowTesting
import Testing

/// The events with their times, on the main actor.
@MainActor
private final class Diary {
  let clock = ManualClock()
  private(set) var entries: [String] = []

  func note(_ entry: String) { entries.append("\(clock.now.offset.components.seconds) \(entry)") }

  /// Sleeps on an `any Clock`, which leaves the actor in between.
  @discardableResult
  func start(_ name: String, after seconds: Int...) -> Task<Void, Never> {
    let clock: any Clock<Duration> = clock
    return Task {
      do {
        for seconds in seconds {
          try await clock.sleep(for: .seconds(seconds))
          note(name)
        }
      } catch {
        note("\(name) \(type(of: error))")
      }
    }
  }
}

@MainActor
@Suite(.timeLimit(.minutes(20)))
struct `Manual clock` {
  private let diary = Diary()
  private var clock: ManualClock { diary.clock }

  @Test func `time does not advance by itself`() async {
    #expect(clock.now == ManualClock.Instant())
    #expect(clock.now.duration(to: clock.now.advanced(by: .seconds(2))) == .seconds(2))
    await clock.advance(by: .seconds(3))
    #expect(clock.now.offset == .seconds(3))
    await clock.advance(to: .init(offset: .seconds(5)))
    #expect(clock.now.offset == .seconds(5))
    #expect(clock.minimumResolution > .zero)
    #expect(ManualClock(now: .init(offset: .seconds(9))).now.offset == .seconds(9))
  }

  @Test func `sleepers wake in the order of their deadlines`() async {
    diary.start("c", after: 3)
    diary.start("a", after: 1)
    diary.start("b", after: 2)
    await clock.advance(by: .seconds(3))
    #expect(diary.entries == ["1 a", "2 b", "3 c"])
  }

  @Test func `tasks with one deadline wake in order of arrival`() async {
    for name in ["a", "b", "c", "d", "e"] {
      diary.start(name, after: 1)
      await clock.advance(by: .zero)
    }
    await clock.advance(by: .seconds(1))
    #expect(diary.entries == ["1 a", "1 b", "1 c", "1 d", "1 e"])
  }

  @Test func `tasks do not wake before their deadlines`() async {
    diary.start("a", after: 2)
    await clock.advance(by: .milliseconds(1_999))
    #expect(diary.entries == [])
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .milliseconds(1))
    #expect(diary.entries == ["2 a"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `tasks that sleep again wake again`() async {
    diary.start("timer", after: 1, 1, 1, 1)
    diary.start("slow", after: 2, 1)
    await clock.advance(by: .seconds(3))
    #expect(diary.entries == ["1 timer", "2 slow", "2 timer", "3 slow", "3 timer"])
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .seconds(10))
    #expect(diary.entries.last == "4 timer")
    #expect(clock.now.offset == .seconds(13))
  }

  @Test func `work started by a sleeper completes before the time advances`() async {
    let work = Task {
      try await clock.sleep(for: .seconds(1))
      for _ in 0..<10 { await Task {}.value }
      await Task.yield()
      diary.note("worked")
    }
    diary.start("next", after: 2)
    await clock.advance(by: .seconds(5))
    #expect(diary.entries == ["1 worked", "2 next"])
    _ = await work.result
  }

  @Test func `run continues until no task is sleeping`() async {
    diary.start("a", after: 5, 5)
    diary.start("b", after: 7, 700)
    await clock.run()
    #expect(diary.entries == ["5 a", "7 b", "10 a", "707 b"])
    #expect(clock.now.offset == .seconds(707))
    await clock.run()
    #expect(clock.now.offset == .seconds(707))
  }

  @Test func `run ends with its task, even with endless timers`() async {
    let timer = Task {
      while true {
        try await clock.sleep(for: .seconds(1))
        diary.note("tick")
      }
    }
    let run = Task { await clock.run() }
    while diary.entries.count < 3 { await Task.yield() }
    run.cancel()
    await run.value
    timer.cancel()
    _ = await timer.result
    #expect(diary.entries.prefix(3) == ["1 tick", "2 tick", "3 tick"])
  }

  @Test func `zero and negative durations do not sleep`() async throws {
    diary.start("a", after: 0, -1, 0)
    try await clock.sleep(for: .zero)
    try await clock.sleep(for: .seconds(-1))
    try await clock.sleep(until: .init(offset: .seconds(-5)))
    await clock.advance(by: .zero)
    #expect(diary.entries == ["0 a", "0 a", "0 a"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a cancelled sleep ends immediately`() async {
    let task = diary.start("a", after: 5)
    diary.start("b", after: 5)
    await clock.advance(by: .seconds(1))
    task.cancel()
    await task.value
    #expect(diary.entries == ["1 a CancellationError"])
    #expect(clock.sleeperCount == 1)
    await clock.advance(by: .seconds(9))
    #expect(diary.entries == ["1 a CancellationError", "5 b"])
  }

  @Test(arguments: [0, 5]) func `a task that is cancelled before does not sleep`(seconds: Int) async
  {
    let task = diary.start("a", after: seconds)
    task.cancel()
    await task.value
    #expect(diary.entries == ["0 a CancellationError"])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a thousand sleepers wake in order`() async {
    let deadlines = (0..<1_000).map { 1 + $0 * 7 % 10 }
    for (index, seconds) in deadlines.enumerated() { diary.start("\(index)", after: seconds) }
    try? await clock.waitForSleepers(1_000)
    await clock.advance(by: .seconds(10))
    #expect(clock.sleeperCount == 0)
    #expect(diary.entries.count == 1_000)
    let seconds = diary.entries.map { Int($0.split(separator: " ")[0])! }
    #expect(seconds == deadlines.sorted())
  }

  @Test func `wakes tasks that use its concrete type`() async throws {
    let task = Task {
      try await Task.sleep(for: .seconds(1), clock: clock)
      try await clock.sleep(until: .init(offset: .seconds(2)), tolerance: .seconds(9))
      diary.note("done")
    }
    await clock.advance(by: .seconds(4))
    #expect(diary.entries == ["2 done"])
    try await task.value
  }

  @Test func `time does not go back`() async {
    await #expect(processExitsWith: .failure) { await ManualClock().advance(by: .seconds(-1)) }
    await #expect(processExitsWith: .failure) {
      await ManualClock().advance(to: .init(offset: .seconds(-1)))
    }
  }
}

@Suite(.timeLimit(.minutes(20)))
struct `Manual clock on other executors` {
  @Test func `waits until tasks are sleeping`() async throws {
    let clock = ManualClock()
    let sums = (1...50).map { index in
      Task.detached {
        var sum = 0
        for _ in 0..<3 {
          try await clock.sleep(for: .seconds(index))
          sum += index
        }
        return sum
      }
    }
    try await clock.waitForSleepers(50)
    for _ in sums { await clock.run() }
    var total = 0
    for sum in sums { total += try await sum.value }
    #expect(total == 3 * 1_275)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `a wait for sleeping tasks can be cancelled`() async {
    let clock = ManualClock()
    let waiting = Task { try await clock.waitForSleepers() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
  }

  @Test func `wakes or cancels each task once`() async {
    let clock = ManualClock()
    let tasks = (0..<200).map { index in
      Task.detached {
        try? await clock.sleep(for: .seconds(1 + index % 3))
      }
    }
    let cancelling = Task.detached { for task in tasks { task.cancel() } }
    await clock.run()
    await cancelling.value
    await clock.run()
    // A continuation that is resumed twice would stop the process, and one that is not would block
    // the test.
    for task in tasks { await task.value }
    #expect(clock.sleeperCount == 0)
  }
}
