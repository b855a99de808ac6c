import Testing
import Workloads

@Suite struct ThinkingClientsTests {
  static let second: UInt64 = 1_000_000_000

  /// All ready times, when each action takes as long as the one before it lets it.
  func times(
    _ clients: ThinkingClients, serviceNs: UInt64 = 0
  ) -> [UInt64] {
    var clients = clients
    var times: [UInt64] = []
    var freeNs: UInt64 = 0
    while let atNs = clients.next() {
      times.append(atNs)
      freeNs = max(freeNs, atNs) + serviceNs
      clients.ended(atNs: freeNs)
    }
    #expect(clients.next() == nil)
    return times
  }

  @Test(arguments: [1, 2, 5, 21, 1000])
  func `without service each client makes one action a think time`(count: Int) throws {
    let clients = try ThinkingClients(
      count: count, think: .constant(ns: Self.second / 10), durationNs: Self.second, seed: 1)
    // From 0.1 to 0.9 s; that of 1.0 s is no longer in.
    let expected = (1...9).flatMap { round in
      Array(repeating: UInt64(round) * Self.second / 10, count: count)
    }
    #expect(times(clients) == expected)
  }

  @Test func `throughput is clients over think and service time`() throws {
    let clients = try ThinkingClients(
      count: 1, think: .constant(ns: 3000), durationNs: 10_000_000, seed: 1)
    #expect(times(clients, serviceNs: 1000).count == 2500)
    // More clients than one server can bear: it sets the pace.
    let crowd = try ThinkingClients(
      count: 50, think: .exponential(meanNs: 3000), durationNs: 10_000_000, seed: 1)
    let freeNs = times(crowd, serviceNs: 1000).count
    #expect(abs(freeNs - 10_000) <= 60)
  }

  @Test func `exponential thinking makes n over the mean a second`() throws {
    let clients = try ThinkingClients(
      count: 100, think: .exponential(meanNs: Self.second / 1000), durationNs: Self.second, seed: 4)
    // A Poisson process of 100,000 a second.
    #expect(abs(times(clients).count - 100_000) < 1300)
  }

  @Test(arguments: [1, 3, 4, 5, 6, 100, 4097])
  func `the earliest comes first, as from a sorted list`(count: Int) throws {
    let delay = Delay.uniform(fromNs: 0, toNs: 1000)
    let think = try DelaySampler(delay)
    var clients = try ThinkingClients(
      count: count, think: delay, durationNs: TimeText.longestNs, seed: 9)
    var random = SplitMix64(seed: splitSeed(9, "think"))
    var list = (0..<count).map { _ in think.nextNs(using: &random) }
    for step in 0..<2000 {
      list.sort(by: >)
      let first = list.removeLast()
      #expect(clients.next() == first)
      let atNs = first + UInt64(step % 7)
      clients.ended(atNs: atNs)
      list.append(atNs + think.nextNs(using: &random))
    }
  }

  @Test func `the same seed gives the same times`() throws {
    func times(seed: UInt64) throws -> [UInt64] {
      let clients = try ThinkingClients(
        count: 10, think: .exponential(meanNs: 1000), durationNs: 100_000, seed: seed)
      return self.times(clients)
    }
    #expect(try times(seed: 1) == times(seed: 1))
    #expect(try times(seed: 1) != times(seed: 2))
    let first = try times(seed: 1).prefix(5)
    #expect(first == [62, 229, 245, 355, 554])
  }
}
