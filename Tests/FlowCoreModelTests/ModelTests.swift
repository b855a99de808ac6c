import FlowCoreModel
import Testing

struct `A store behaves like its model` {
  // In parts, so that they run in parallel and a failure names its seeds.
  @Test(arguments: 0..<4)
  func `in random programs`(part: UInt64) throws { try Self.checkPrograms(part) }

  static func checkPrograms(_ part: UInt64) throws {
    let uncertain = try ProgramCheck.check(seeds: part * 250..<(part + 1) * 250)
    // A program that is not compared finds nothing.
    #expect(uncertain <= 10)
  }

  @Test func `in programs that differed once`() throws {
    for program in onceDifferent { try ProgramCheck.check(program) }
  }
}

struct `In every order of simultaneous events` {
  @Test(arguments: 0..<2)
  func `no action is sent twice, sent after a cancellation, or lost`(part: UInt64) throws {
    try Self.checkSchedules(part)
  }

  static func checkSchedules(_ part: UInt64) throws {
    for seed in part * 100..<(part + 1) * 100 { try ScheduleCheck.check(seed: seed) }
  }

  @Test func `orders differ, and each is a run of its own`() throws {
    let orders = try (0..<20).map { try ScheduleCheck.check(seed: $0, schedules: 0..<10) }
    #expect(orders.contains { $0 > 1 })
  }
}

struct `Observers of a store are notified as those of its model` {
  @Test(arguments: 0..<3)
  func `in random programs of observers`(part: UInt64) throws { try Self.checkObservers(part) }

  static func checkObservers(_ part: UInt64) throws {
    try ObserverCheck.check(seeds: part * 500..<(part + 1) * 500)
  }

  @Test func `in programs of observers that differed once`() throws {
    for program in observersOnceDifferent { try ObserverCheck.check(program) }
  }
}
