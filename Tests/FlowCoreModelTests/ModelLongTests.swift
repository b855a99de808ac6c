import Testing

/// More random programs than `make test` has time for.
struct ModelLongTests {
  @Test(arguments: 4..<12)
  func `a store behaves like its model in more programs`(part: UInt64) throws {
    try `A store behaves like its model`.checkPrograms(part)
  }

  @Test(arguments: 2..<5)
  func `no action is sent twice, sent after a cancellation, or lost in more programs`(
    part: UInt64
  ) throws {
    try `In every order of simultaneous events`.checkSchedules(part)
  }

  @Test(arguments: 3..<8)
  func `observers are notified as those of the model in more programs`(part: UInt64) throws {
    try `Observers of a store are notified as those of its model`.checkObservers(part)
  }
}
