import Testing

@testable import Workloads

@Suite struct VisitorQueueTests {
  func visitor(_ atNs: UInt64, _ user: Int) -> Visitor {
    Visitor(atNs: atNs, randomState: 0, user: UInt32(user), slot: 0)
  }

  /// The distance of events: from all within a few nanoseconds to two weeks.
  @Test(
    arguments: [0, 1, 3, 1000, 1 << 16, 1 << 24, 1 << 33, 1 << 50] as [UInt64],
    [1, 31, 33, 150, 700])
  func `hands out events in the order of time and user`(spanNs: UInt64, count: Int) throws {
    var queue = VisitorQueue(capacity: count)
    var random = SplitMix64(seed: spanNs &+ UInt64(count))
    func delay() -> UInt64 { spanNs == 0 ? 0 : random.next() % spanNs }
    var list: [Visitor] = []
    for user in (0..<count).reversed() {
      let event = visitor(delay(), user)
      queue.insert(event)
      list.append(event)
    }
    var wrong = 0
    for step in 0..<min(20 * count, 4000) {
      list.sort { $1.precedes($0) }
      guard let expected = list.popLast() else { break }
      let first = queue.removeFirst()
      let event = try #require(first)
      if event.atNs != expected.atNs || event.user != expected.user { wrong += 1 }
      // Some leave, so that the queue runs dry.
      if step % (count > 200 ? 5 : 19) == 4 { continue }
      // Most continue after a while, some immediately.
      let next = visitor(event.atNs + (step % 5 == 0 ? 0 : delay()), Int(event.user))
      queue.insert(next)
      list.append(next)
    }
    #expect(wrong == 0)
    #expect(queue.removeFirst() == nil || !list.isEmpty)
  }

  @Test func `users of the same nanosecond come in their own order`() {
    var queue = VisitorQueue(capacity: 1000)
    for step in 0..<1000 { queue.insert(visitor(5_000_000_000, step * 7 % 1000)) }
    let users = (0..<1000).compactMap { _ in queue.removeFirst()?.user }
    #expect(users == (0..<1000).map { UInt32($0) })
  }

  @Test func `an empty queue returns nothing, and can be filled again`() {
    var queue = VisitorQueue(capacity: 1)
    #expect(queue.removeFirst() == nil)
    for round in 1...100 as ClosedRange<UInt64> {
      queue.insert(visitor(round * 1_000_003, 0))
      #expect(queue.removeFirst()?.atNs == round * 1_000_003)
      #expect(queue.removeFirst() == nil)
    }
  }

  @Test func `the capacity does not depend on the times of events`() {
    // One event in each of as many buckets as there can be, then all in one.
    var queue = VisitorQueue(capacity: 2000)
    for user in 0..<2000 { queue.insert(visitor(1 << UInt64(user % 53) | UInt64(user), user)) }
    var count = 0
    while let event = queue.removeFirst() {
      count += 1
      if event.atNs < 1 << 54 { queue.insert(visitor(1 << 54, Int(event.user))) }
    }
    #expect(count == 4000)
  }

  @Test(arguments: [100_000, 1_000_000])
  func `an event takes 24 bytes, twice that at worst`(count: Int) {
    #expect(MemoryLayout<Visitor>.stride == 24)
    var queue = VisitorQueue(capacity: count)
    for user in 0..<count { queue.insert(visitor(1_000_000_000, user)) }
    // The allocator may round what is asked for up by a quarter.
    #expect(queue.heldBytes < (24 * count + 1_500_000) * 5 / 4)
    while queue.removeFirst() != nil {}
    #expect(queue.heldBytes < (48 * count + 1_500_000) * 5 / 4)
  }
}
