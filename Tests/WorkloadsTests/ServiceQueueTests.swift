import Testing

@testable import Workloads

/// Compares the queue of a service with closed forms.
struct ServiceQueueTests {
  private static let meanNs: UInt64 = 1_000_000

  /// Returns the mean wait of Poisson requests in mean latencies, after a start.
  private static func meanWait(
    capacity: Int, utilisation: Double, count: Int
  ) throws -> Double {
    var queue = try ServiceQueue(
      ServiceLaw(latency: .exponential(meanNs: meanNs), capacity: capacity), seed: 3)
    var free = try ServiceQueue(ServiceLaw(latency: .exponential(meanNs: meanNs)), seed: 3)
    var random = SplitMix64(seed: 11)
    var atNs = 0.0
    var waitNs = 0.0
    let start = 10_000
    for number in 0..<UInt64(start + count) {
      atNs += random.exponential() * Double(meanNs) / (Double(capacity) * utilisation)
      let ns = UInt64(atNs)
      // The difference to the same request without a queue is the wait.
      let endNs = queue.reply(to: number, atNs: ns).endNs
      let workEndNs = free.reply(to: number, atNs: ns).endNs
      if number >= start { waitNs += Double(endNs - workEndNs) }
    }
    return waitNs / Double(count) / Double(meanNs)
  }

  // A. K. Erlang, 1917: with the offered load a, c places and the probability C of waiting, the mean
  // wait is C / (c − a) mean latencies.
  private static func erlangWait(capacity: Int, utilisation: Double) -> Double {
    let offered = Double(capacity) * utilisation
    var term = 1.0
    var sum = 1.0
    for place in 1..<max(1, capacity) {
      term *= offered / Double(place)
      sum += term
    }
    let last = term * offered / Double(capacity) / (1 - utilisation)
    return last / (sum + last) / (Double(capacity) - offered)
  }

  static let waits = [(1, 0.5), (1, 0.8), (4, 0.8), (16, 0.9)]

  @Test(arguments: waits)
  func `the waiting times for a place are Erlang's`(capacity: Int, utilisation: Double) throws {
    try Self.expectWaits(capacity, utilisation, count: 100_000, within: 0.14)
  }

  static func expectWaits(
    _ capacity: Int, _ utilisation: Double, count: Int, within error: Double
  ) throws {
    let expected = erlangWait(capacity: capacity, utilisation: utilisation)
    let found = try meanWait(capacity: capacity, utilisation: utilisation, count: count)
    #expect(abs(found / expected - 1) < error, "\(found), expected \(expected)")
  }

  @Test func `the formula for one place is that of M/M/1`() {
    #expect(abs(Self.erlangWait(capacity: 1, utilisation: 0.8) - 4) < 1e-12)
  }

  // A. K. Erlang, 1917, and for one place with a line D. G. Kendall, 1953 (M/M/1/K): the share of
  // requests that find all places taken and the line full, from the stationary probabilities.
  static let lines = [(1, 0, 1.0), (4, 0, 3.0), (1, 5, 0.9), (3, 4, 4.0)]

  @Test(arguments: lines)
  func `the share of requests that find the queue full is that of M-M-c-K`(
    capacity: Int, line: Int, offered: Double
  ) throws {
    try Self.expectFull(capacity, line, offered, count: 100_000, within: 0.06)
  }

  static func expectFull(
    _ capacity: Int, _ line: Int, _ offered: Double, count: Int, within error: Double
  ) throws {
    var weights = [1.0]
    for count in 1...(capacity + line) {
      weights.append(weights[count - 1] * offered / Double(min(count, capacity)))
    }
    let expected = weights.last! / weights.reduce(0, +)
    var queue = try ServiceQueue(
      ServiceLaw(latency: .exponential(meanNs: meanNs), capacity: capacity), seed: 3, line: line)
    var random = SplitMix64(seed: 11)
    var (atNs, full) = (0.0, 0)
    for number in 0..<UInt64(count) {
      atNs += random.exponential() * Double(meanNs) / offered
      if queue.isFull(atNs: UInt64(atNs), after: 0) {
        full += 1
      } else {
        _ = queue.reply(to: number, atNs: UInt64(atNs))
      }
    }
    #expect(
      abs(Double(full) / Double(count) / expected - 1) < error, "\(full), expected \(expected)")
  }

  @Test func `requests on their way take room until they end`() throws {
    let law = ServiceLaw(latency: .constant(ns: 10), capacity: 2)
    var queue = try ServiceQueue(law, seed: 1, line: 1)
    let empty = [2, 3].map { queue.isFull(atNs: 0, after: $0) }
    #expect(empty == [false, true])
    for number in 1...3 { _ = queue.reply(to: UInt64(number), atNs: 0) }
    let before = queue.isFull(atNs: 9, after: 0)
    #expect(before)
    // Two have ended, and the third is in service.
    let after = [1, 2].map { queue.isFull(atNs: 10, after: $0) }
    #expect(after == [false, true])
    var endless = try ServiceQueue(law, seed: 1)
    for number in 1...100 { _ = endless.reply(to: UInt64(number), atNs: 0) }
    let isFull = endless.isFull(atNs: 0, after: 100)
    #expect(!isFull)
  }

  @Test func `the outcome of a request depends on its number`() throws {
    let law = ServiceLaw(latency: .exponential(meanNs: 5_000_000), failureShare: 0.3)
    var forth = try ServiceQueue(law, seed: 1)
    var back = try ServiceQueue(law, seed: 1)
    let numbers = Array(1...1000 as ClosedRange<UInt64>)
    let first = numbers.map { forth.reply(to: $0, atNs: 0) }
    let second = numbers.reversed().map { back.reply(to: $0, atNs: 0) }
    #expect(first == second.reversed())
    let failed = first.count { $0.outcome == .failed }
    // 300 ± 4 deviations.
    #expect((242...358).contains(failed))
    #expect(Set(first.map(\.endNs)).count > 990)
  }

  @Test func `the service continues to work after a timeout`() throws {
    let law = ServiceLaw(
      latency: .constant(ns: 10_000_000), timeoutNs: 15_000_000, capacity: 1)
    var queue = try ServiceQueue(law, seed: 1)
    let replies = (1...3).map { queue.reply(to: $0, atNs: 0) }
    #expect(
      replies == [
        ServiceReply(endNs: 10_000_000, outcome: .answered),
        ServiceReply(endNs: 15_000_000, outcome: .timedOut),
        ServiceReply(endNs: 15_000_000, outcome: .timedOut),
      ])
    // All three are served until 30 ms.
    #expect(
      queue.reply(to: 4, atNs: 28_000_000)
        == ServiceReply(endNs: 40_000_000, outcome: .answered))
  }
}
