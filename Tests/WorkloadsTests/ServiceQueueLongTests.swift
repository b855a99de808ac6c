import Testing

/// Compares the queue of a service with closed forms, more precisely than `make test` has time for.
struct ServiceQueueLongTests {
  @Test(arguments: ServiceQueueTests.waits)
  func `a million waits for a place are Erlang's`(capacity: Int, utilisation: Double) throws {
    try ServiceQueueTests.expectWaits(capacity, utilisation, count: 1_000_000, within: 0.05)
  }

  @Test(arguments: ServiceQueueTests.lines)
  func `of a million requests, the share that finds the queue full is that of M-M-c-K`(
    capacity: Int, line: Int, offered: Double
  ) throws {
    try ServiceQueueTests.expectFull(capacity, line, offered, count: 1_000_000, within: 0.02)
  }
}
